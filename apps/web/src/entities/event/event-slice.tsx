import { Button, PanelSection, RelativeTime } from '@cw/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { trpc } from '../../data/api.ts';
import type { EventRow } from '../../data/api-types.ts';
import { onEvent } from '../../data/live.ts';
import { QueryView } from '../../data/query-view.tsx';
import { readAgain } from '../../data/read-again.ts';
import { ActorName } from './actor-name.tsx';
import { EventIcon } from './event-icon.tsx';
import { EventSentence, idsIn } from './event-sentence.tsx';
import { stepTypes } from './event-words.ts';
import { Titles, useTitlesOf } from './titles.ts';

type Entry = Pick<EventRow, 'seq' | 'type' | 'entity' | 'actor' | 'at' | 'payload'>;

const rail =
  'relative flex gap-2.5 pb-2.5 text-small text-fg-2 not-last:before:absolute not-last:before:top-5 not-last:before:bottom-0 not-last:before:left-[6.5px] not-last:before:w-px not-last:before:bg-line-2';

type TimelineProps = {
  readonly entity: string;
  readonly entries: readonly Entry[];
  /** The task that the page is about besides. */
  readonly task?: string | undefined;
};

const firstShown = 8;
const step = 100;

/** What happened to one thing as a line in time, newest first: who, what changed, when; older ones on demand. */
export function Timeline({ entity, entries, task }: TimelineProps) {
  const [count, setCount] = useState(firstShown);
  const shown = useMemo(() => entries.slice(0, count), [entries, count]);
  const titles = useTitlesOf(useMemo(() => idsIn(shown), [shown]));
  const left = entries.length - shown.length;
  return (
    <Titles value={titles}>
      <ol className="flex flex-col">
        {shown.map((entry) => (
          <li key={entry.seq} className={rail}>
            <span className="mt-0.5">
              <EventIcon type={entry.type} />
            </span>
            <span className="min-w-0 wrap-anywhere">
              <ActorName actor={entry.actor} />{' '}
              <EventSentence
                event={entry}
                within={entity}
                task={task}
                end={
                  <>
                    {'\u00a0·\u00a0'}
                    <RelativeTime at={entry.at} className="text-fg-3" />
                  </>
                }
              />
            </span>
          </li>
        ))}
      </ol>
      {left > 0 && (
        <Button variant="quiet" size="small" className="self-start max-md:h-11" onClick={() => setCount(count + step)}>
          Show {Math.min(left, step)} older
        </Button>
      )}
    </Titles>
  );
}

const most = 200;
const gatherMs = 100;

/** Follows the log for one thing, as long as it is shown. */
function useSlice(entity: string) {
  const options = trpc.events.list.queryOptions({ entity, limit: most, without: [...stepTypes] });
  const { queryKey } = options;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key follows from the entity
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = () => {
      timer = undefined;
      void readAgain({ queryKey });
    };
    const stop = onEvent(() => {
      timer ??= setTimeout(ask, gatherMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [entity]);
  return useQuery(options);
}

type EventSliceProps = { readonly entity: string; readonly title: string; readonly task?: string | undefined };

/** The slice of the activity that is about one thing, with the way to all of it. */
export function EventSlice({ entity, title, task }: EventSliceProps) {
  const query = useSlice(entity);
  return (
    <PanelSection
      title={title}
      aside={
        <Link
          to="/activity"
          search={(previous) => ({ project: previous.project, entity })}
          className="touch-area rounded-key px-1 hover:text-fg hover:underline"
        >
          Show in activity
        </Link>
      }
    >
      <QueryView query={query} what="The history" pending={null}>
        {({ items }) => <Timeline entity={entity} entries={items} task={task} />}
      </QueryView>
    </PanelSection>
  );
}
