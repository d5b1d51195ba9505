import { CirclePause } from '@cw/ui/icons';
import type { PauseView } from '../data/api-types.ts';
import { usePauses, usePausing } from '../entities/project/pauses.ts';
import { withLocalTimes } from '../entities/text/local-times.ts';

function PauseLine({ pause }: { readonly pause: PauseView }) {
  const { resume, pending } = usePausing(pause.projectId ?? undefined);
  const { projectName, reason, cause, pausedBy } = pause;
  return (
    <div
      role="status"
      className="fade-in flex min-h-8 shrink-0 items-center gap-2 bg-pill-needs px-4 py-1 text-pill-needs-fg"
    >
      <CirclePause aria-hidden="true" size={14} className="shrink-0" />
      <span className="wrap-anywhere">
        <strong className="font-semibold">{projectName === null ? 'Paused' : `${projectName} is paused`}</strong>
        {cause === 'person' && ` by ${pausedBy}`}
        {reason !== null && `: ${withLocalTimes(reason)}`}. No new agents start; those already working continue.
      </span>
      <button
        type="button"
        disabled={pending}
        className="ml-auto shrink-0 rounded-control px-2 font-medium hover:underline max-md:min-h-11"
        onClick={resume}
      >
        Resume
      </button>
    </div>
  );
}

/** Says where no agent is started at present, and lets it be ended. */
export function PauseBanner() {
  return usePauses().map((pause) => <PauseLine key={pause.projectId ?? ''} pause={pause} />);
}
