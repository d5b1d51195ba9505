import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { api, trpc } from '../../data/api.ts';
import type { EventList, EventRow } from '../../data/api-types.ts';
import { onEvent } from '../../data/live.ts';
import { stepTypes } from '../../entities/event/event-words.ts';
import { type ActivitySearch, actorKinds, timesOf } from './activity-search.ts';

const pageSize = 100;
const gatherMs = 60;

type Filter = Parameters<typeof api.events.list.query>[0];

/** The server's filter for what the address asks. */
export function filterOf(search: ActivitySearch, now: number): Filter {
  const by = search.by?.split(',');
  return {
    entity: search.entity,
    actorKinds: by && actorKinds.filter((kind) => by.includes(kind)),
    actor: search.actor,
    kinds: search.kind?.split(','),
    without: search.steps ? undefined : [...stepTypes],
    ...timesOf(search, now),
  };
}

export type Activity = {
  readonly data: readonly EventRow[] | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
  readonly hasOlder: boolean;
  readonly loadingOlder: boolean;
  readonly loadOlder: () => void;
  /** How many newer ones wait to be shown. */
  readonly waiting: number;
  readonly showWaiting: () => void;
};

/**
 * The events that a filter means, newest first, more of them on demand. New ones join at once while `following`; else they
 * wait, so that nothing moves under the eyes of who reads.
 */
export function useActivity(search: ActivitySearch, following: boolean): Activity {
  // Spans end at the moment the filter was chosen; what happens later is newer than any of them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address stands for the search
  const filter = useMemo(() => filterOf(search, Date.now()), [JSON.stringify(search)]);
  const query = useInfiniteQuery(
    trpc.events.list.infiniteQueryOptions(
      { ...filter, limit: pageSize },
      { getNextPageParam: (page: EventList) => page.nextCursor },
    ),
  );
  const older = useMemo(() => query.data?.pages.flatMap((page) => page.items), [query.data]);
  const newer = useNewer(filter, older?.[0]?.seq ?? (older ? 0 : undefined));
  const [shown, setShown] = useState(0);
  const newest = newer[0]?.seq ?? 0;
  if (following && newest > shown) setShown(newest);
  const rows = useMemo(
    () => older && [...newer.filter((event) => event.seq <= shown), ...older],
    [newer, older, shown],
  );
  return {
    data: rows,
    error: query.error,
    refetch: query.refetch,
    hasOlder: query.hasNextPage,
    loadingOlder: query.isFetchingNextPage,
    loadOlder: () => void query.fetchNextPage(),
    waiting: newer.filter((event) => event.seq > shown).length,
    showWaiting: () => setShown(newest),
  };
}

/** Everything that a filter means after a position, newest first. */
async function eventsAfter(filter: Filter, after: number): Promise<readonly EventRow[]> {
  const found: EventRow[] = [];
  let cursor: number | null = null;
  do {
    const page: EventList = await api.events.list.query({ ...filter, after, limit: 500, cursor });
    found.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}

/** What came after an event that is shown, newest first; asked for when something happened. */
function useNewer(filter: Filter, from: number | undefined): readonly EventRow[] {
  const [found, setFound] = useState<{ readonly filter: Filter; readonly rows: readonly EventRow[] }>();
  const rows = found && found.filter === filter ? found.rows : none;
  useEffect(() => {
    if (from === undefined) return;
    let known: readonly EventRow[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const ask = async () => {
      // What comes while this is answered is asked for anew.
      timer = undefined;
      const fresh = await eventsAfter(filter, known[0]?.seq ?? from).catch(() => none);
      if (over || fresh.length === 0) return;
      known = [...fresh.filter((event) => event.seq > (known[0]?.seq ?? from)), ...known];
      setFound({ filter, rows: known });
    };
    const stop = filter.until
      ? undefined
      : onEvent(() => {
          timer ??= setTimeout(() => void ask(), gatherMs);
        });
    void ask();
    return () => {
      over = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [filter, from]);
  return rows;
}

const none: readonly EventRow[] = [];
