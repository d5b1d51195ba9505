import { useQueries } from '@tanstack/react-query';
import { trpc } from '../../data/api.ts';
import type { MergeRequestView, MergeSize } from '../../data/api-types.ts';

/** As many are counted with one request as it takes. */
const atOnce = 50;

/** What merge requests bring, by their ids. What was counted of a branch as it is holds as long as it is not added to. */
export function useMergeSizes(merges: readonly MergeRequestView[]): ReadonlyMap<string, MergeSize> {
  const parts: (readonly MergeRequestView[])[] = [];
  for (let at = 0; at < merges.length; at += atOnce) parts.push(merges.slice(at, at + atOnce));
  const answers = useQueries({
    queries: parts.map((part) => ({
      ...trpc.merges.changes.queryOptions({ ids: part.map(({ id }) => id) }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  return new Map(answers.flatMap(({ data }) => data?.items ?? []).map((size) => [size.id, size]));
}
