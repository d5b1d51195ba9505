import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { refusalOf, trpc } from '../../data/api.ts';
import type { TaskRow } from '../../data/api-types.ts';
import { filterOf } from './task-filter.ts';
import type { TaskSearch } from './task-search.ts';

const minute = 60_000;
const noRows: readonly TaskRow[] = [];

/** The time, for filters by date; it moves on once a minute, and only while one is in force. */
function useMinute(needed: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!needed) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), minute);
    return () => clearInterval(timer);
  }, [needed]);
  return now;
}

function useIds(input: { text?: string; query?: string }) {
  const wanted = Boolean(input.text ?? input.query);
  const { data, error } = useQuery({
    ...trpc.tasks.matching.queryOptions(input),
    enabled: wanted,
    placeholderData: (previous) => previous,
  });
  const ids = useMemo(() => data && new Set(data.ids), [data]);
  return { ids: wanted ? ids : undefined, error: wanted ? error : null };
}

export type FilteredTasks = {
  readonly rows: readonly TaskRow[] | undefined;
  /** Why the query of the URL cannot be read. */
  readonly queryError: string | undefined;
};

/** The rows that the URL asks for, in the browser where they tell it themselves, and else by asking the server. */
export function useTaskFilter(
  all: readonly TaskRow[] | undefined,
  search: TaskSearch & { project?: string | undefined },
): FilteredTasks {
  const deferred = useDeferredValue(search);
  const { q, where } = deferred;
  const byText = useIds(q ? { text: q } : {});
  const byQuery = useIds(where ? { query: where } : {});
  const now = useMinute(Boolean(deferred.created ?? deferred.updated ?? deferred.closed ?? deferred.due));
  const rows = useMemo(
    () => all?.filter(filterOf(deferred, { byText: byText.ids, byQuery: byQuery.ids }, now)),
    [all, deferred, byText.ids, byQuery.ids, now],
  );
  const waits = Boolean(where) && !byQuery.ids && !byQuery.error;
  return {
    rows: waits ? undefined : byQuery.error && all ? noRows : rows,
    queryError: byQuery.error ? refusalOf(byQuery.error).message : undefined,
  };
}
