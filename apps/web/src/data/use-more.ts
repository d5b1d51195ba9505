import { useCallback } from 'react';

type Paged = {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly error: unknown;
  readonly fetchNextPage: () => Promise<unknown>;
};

/**
 * What fetches the next page of a list. It is another function once the list has come to rest: whoever calls it for as
 * long as there is to be more gets it, also where a change made the list be read again meanwhile, which ends a fetch.
 */
export function useMore({ hasNextPage, isFetching, error, fetchNextPage }: Paged): () => void {
  return useCallback(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage();
  }, [hasNextPage, isFetching, error, fetchNextPage]);
}
