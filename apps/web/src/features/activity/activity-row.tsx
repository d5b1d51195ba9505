import { cx, RelativeTime } from '@cw/ui';
import { memo } from 'react';
import type { EventRow } from '../../data/api-types.ts';
import { ActorBadge, useActorName } from '../../entities/event/actor-name.tsx';
import { EventIcon } from '../../entities/event/event-icon.tsx';
import { EventSentence } from '../../entities/event/event-sentence.tsx';
import { formatClock } from '../../entities/text/format.ts';

type ActivityRowProps = {
  readonly event: EventRow;
  readonly active: boolean;
  readonly onActor: (id: string) => void;
};

/** One event: when, who, what. The name narrows the list to what this one did. */
export const ActivityRow = memo(function ActivityRow({ event, active, onActor }: ActivityRowProps) {
  const name = useActorName(event.actor);
  return (
    <div
      className={cx(
        'flex min-h-8 items-start gap-2.5 border-l-2 py-1.5 pr-4 pl-3.5 text-small text-fg-2',
        active ? 'border-accent bg-selected' : 'border-transparent hover:bg-hover',
      )}
    >
      <span className="hidden w-14 shrink-0 text-fg-3 tabular-nums sm:inline" aria-hidden="true">
        {formatClock(Date.parse(event.at))}
      </span>
      <span className="mt-0.5">
        <EventIcon type={event.type} />
      </span>
      <p className="min-w-0 flex-1 wrap-anywhere">
        <button
          type="button"
          title={`Only what ${name} did`}
          className="mr-1 inline-flex max-w-48 items-center gap-1.5 rounded-key align-top font-medium text-fg hover:underline"
          onClick={() => onActor(event.actor.id)}
        >
          <ActorBadge actor={event.actor} />
          <span className="truncate">{name}</span>
        </button>
        <EventSentence event={event} />
      </p>
      <RelativeTime at={event.at} className="w-8 shrink-0 text-right text-fg-3" />
    </div>
  );
});
