import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { trpc } from '../../data/api.ts';
import type { MergeRequestView } from '../../data/api-types.ts';

/** The newer of two merge requests last. */
function byAge(a: MergeRequestView, b: MergeRequestView): number {
  return a.createdAt.localeCompare(b.createdAt);
}

/** Of all runs, only those whose merge is not through are asked for: nothing is said of the others. */
const notMerged = { states: ['open', 'unmerged', 'cancelled'], limit: 500 } as const;

/**
 * The newest merge request of each run, by the run's id.
 * @param taskId of its runs; without it only those that are not merged
 */
export function useMergeByRun(taskId?: string): ReadonlyMap<string, MergeRequestView> {
  const { data } = useQuery(
    trpc.merges.list.queryOptions(taskId ? { taskId, limit: 50 } : { ...notMerged, states: [...notMerged.states] }),
  );
  return useMemo(() => new Map(data?.items.toSorted(byAge).map((merge) => [merge.runId, merge])), [data]);
}
