import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { trpc } from './api.ts';
import type { TaskList, TaskRow } from './api-types.ts';

const pageSize = 500;

export type AllTasks = {
  readonly data: readonly TaskRow[] | undefined;
  readonly total: number;
  /** False while further pages are on their way. */
  readonly complete: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
};

/** Rows of all pages; one that moved from page to page while they were fetched is there once, as it was last. */
function eachOnce(pages: readonly TaskList[]): readonly TaskRow[] {
  const rows = new Map<string, TaskRow>();
  for (const { items } of pages) {
    for (const row of items) if ((rows.get(row.id)?.revision ?? -1) <= row.revision) rows.set(row.id, row);
  }
  return [...rows.values()];
}

/** Every task's row, page after page: lists filter and group in the browser, so that a filter answers at once. */
export function useAllTasks(): AllTasks {
  const query = useInfiniteQuery(
    trpc.tasks.list.infiniteQueryOptions(
      { all: true, limit: pageSize },
      { getNextPageParam: (page) => page.nextCursor },
    ),
  );
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage();
  }, [hasNextPage, isFetching, error, fetchNextPage]);
  const rows = useMemo(() => data && eachOnce(data.pages), [data]);
  return { data: rows, total: data?.pages[0]?.total ?? 0, complete: Boolean(data) && !hasNextPage, error, refetch };
}
