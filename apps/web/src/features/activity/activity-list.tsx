import { Button } from '@cw/ui';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { idsIn } from '../../entities/event/event-sentence.tsx';
import { Titles, useTitlesOf } from '../../entities/event/titles.ts';
import { plural } from '../../entities/text/format.ts';
import { useListKeys } from '../../frame/use-list-keys.ts';
import { underDays } from './activity-days.ts';
import { ActivityRow } from './activity-row.tsx';
import type { Activity } from './use-activity.ts';

const rowHeight = 32;
const nearEnd = 20;
const titlesAhead = 100;

type ActivityListProps = {
  readonly activity: Activity & { readonly data: NonNullable<Activity['data']> };
  readonly onActor: (id: string) => void;
  readonly onOpen: (entity: string) => void;
  /** Told whether the newest event is in sight. */
  readonly onTop: (top: boolean) => void;
};

/** The events, newest first; only the rows in sight are drawn, and older ones are fetched on the way down. */
export function ActivityList({ activity, onActor, onOpen, onTop }: ActivityListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { data: events, waiting, hasOlder, loadingOlder, loadOlder } = activity;
  const items = useMemo(() => underDays(events, Date.now()), [events]);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: 12,
  });
  const drawn = virtualizer.getVirtualItems();
  const lastDrawn = drawn.at(-1)?.index ?? 0;
  const around = Math.floor(lastDrawn / titlesAhead) * titlesAhead;
  const titles = useTitlesOf(
    useMemo(
      () => idsIn(events.slice(Math.max(0, around - 2 * titlesAhead), around + 2 * titlesAhead)),
      [events, around],
    ),
  );
  useEffect(() => {
    if (hasOlder && !loadingOlder && lastDrawn >= items.length - nearEnd) loadOlder();
  }, [hasOlder, loadingOlder, loadOlder, lastDrawn, items.length]);
  const bySeq = useMemo(() => new Map(events.map((event) => [String(event.seq), event.entity])), [events]);
  const [active] = useListKeys({
    ids: useMemo(() => [...bySeq.keys()], [bySeq]),
    onOpen: (seq) => onOpen(bySeq.get(seq) ?? ''),
    onMove: (seq) => virtualizer.scrollToIndex(items.findIndex((item) => item.key === seq)),
  });
  return (
    <Titles value={titles}>
      <div className="relative min-h-0 flex-1">
        {waiting > 0 && (
          <div className="pointer-events-none absolute inset-x-0 top-2 z-10 flex justify-center">
            <Button
              size="small"
              className="pointer-events-auto shadow-float"
              onClick={() => {
                activity.showWaiting();
                scroller.current?.scrollTo({ top: 0 });
              }}
            >
              {plural(waiting, 'new event')}
            </Button>
          </div>
        )}
        <div
          ref={scroller}
          className="h-full overflow-y-auto"
          onScroll={(event) => onTop(event.currentTarget.scrollTop < rowHeight)}
        >
          <ol aria-label="Activity" className="relative w-full" style={{ height: virtualizer.getTotalSize() }}>
            {drawn.map((virtual) => {
              const item = items[virtual.index];
              return (
                item && (
                  <li
                    key={virtual.key}
                    ref={virtualizer.measureElement}
                    data-index={virtual.index}
                    className="absolute inset-x-0 top-0"
                    style={{ transform: `translateY(${virtual.start}px)` }}
                  >
                    {item.kind === 'day' ? (
                      <h2 className="flex h-8 items-center border-b border-line bg-sunken px-4 text-small font-medium text-fg-2">
                        {item.name}
                      </h2>
                    ) : (
                      <ActivityRow event={item.event} active={active === item.key} onActor={onActor} />
                    )}
                  </li>
                )
              );
            })}
          </ol>
        </div>
      </div>
    </Titles>
  );
}
