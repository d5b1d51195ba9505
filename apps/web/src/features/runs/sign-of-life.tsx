import type { RunView } from '../../data/api-types.ts';
import { stepWords } from '../../entities/run/step-words.ts';
import { formatDuration } from '../../entities/text/format.ts';
import { useNow } from './use-now.ts';

/** Below the log of a run: that it goes on, and since when nothing was heard of it, also while its model thinks. */
export function SignOfLife({ run }: { readonly run: RunView }) {
  const going = run.endedAt === null;
  const now = useNow(going);
  if (!going) return null;
  const since = run.lastSignAt ?? run.startedAt;
  const silent = since === null ? 0 : Math.max(0, now - Date.parse(since));
  return (
    <p className="flex h-7 shrink-0 items-center gap-2 border-t border-line px-5 text-small text-fg-2 max-md:px-4">
      <span aria-hidden="true" className="size-1.5 rounded-full bg-st-running motion-safe:animate-pulse" />
      {stepWords(run.step)}
      {since !== null && (
        <span className="text-fg-3 tabular-nums">
          last sign of life {silent < 2000 ? 'now' : `${formatDuration(silent)} ago`}
        </span>
      )}
    </p>
  );
}
