import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { trpc } from '../../data/api.ts';
import type { TaskList, TaskRow } from '../../data/api-types.ts';

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

/**
 * Every task's row: lists filter and group in the browser, so that a filter answers at once. The first page is there
 * almost at once, and the rest all together, so that a list moves under a person's hand once and not with each page.
 */
export function useAllTasks(): AllTasks {
  const query = useInfiniteQuery(
    trpc.tasks.list.infiniteQueryOptions(
      { all: true, limit: pageSize },
      // Rows that stay the same are kept by who changes the list; comparing all of them for each change would cost more.
      { getNextPageParam: (page) => page.nextCursor, structuralSharing: false },
    ),
  );
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage();
  }, [hasNextPage, isFetching, error, fetchNextPage]);
  const complete = Boolean(data) && !hasNextPage;
  const pages = complete ? data?.pages : undefined;
  const first = data?.pages[0];
  const rows = useMemo(() => (pages ? eachOnce(pages) : first && eachOnce([first])), [pages, first]);
  return { data: rows, total: first?.total ?? 0, complete, error, refetch };
}
