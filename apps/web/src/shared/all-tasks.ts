import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { trpc } from './api.ts';
import type { TaskRow } from './api-types.ts';

const pageSize = 500;

export type AllTasks = {
  readonly data: readonly TaskRow[] | undefined;
  readonly total: number;
  /** False while further pages are on their way. */
  readonly complete: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
};

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
  const rows = useMemo(() => data?.pages.flatMap((page) => page.items), [data]);
  return { data: rows, total: data?.pages[0]?.total ?? 0, complete: Boolean(data) && !hasNextPage, error, refetch };
}
