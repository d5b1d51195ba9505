import { RotateCcw } from '@cw/ui/icons';
import { useCell } from '../data/cell.ts';
import { outdated, reloadPage } from '../data/outdated.ts';

/** Says that the server was upgraded under this page, which goes on as it is until it is loaded anew. */
export function UpdateBanner() {
  if (!useCell(outdated)) return null;
  return (
    <div
      role="status"
      className="fade-in flex min-h-8 shrink-0 items-center gap-2 bg-pill-needs px-4 py-1 text-pill-needs-fg"
    >
      <RotateCcw aria-hidden="true" size={14} className="shrink-0" />
      <span>
        <strong className="font-semibold">Codewalkers was updated.</strong> Reload this page to continue; what you typed
        is kept.
      </span>
      <button
        type="button"
        className="ml-auto shrink-0 rounded-control px-2 font-medium hover:underline max-md:min-h-11"
        onClick={reloadPage}
      >
        Reload
      </button>
    </div>
  );
}
