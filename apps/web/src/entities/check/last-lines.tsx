import type { FailedCheck } from '../../data/api-types.ts';
import { OutputLines } from '../text/output-box.tsx';

/** The end of what a failed check wrote; nothing where it wrote nothing. */
export function LastLines({ check }: { readonly check: FailedCheck }) {
  if (check.lastLines.length === 0) return null;
  return (
    <figure className="mt-2 overflow-hidden rounded-card border border-line bg-sunken">
      <figcaption className="sr-only">The end of the output of {check.name}</figcaption>
      <div className="px-4 py-2">
        <OutputLines lines={check.lastLines} />
      </div>
    </figure>
  );
}
