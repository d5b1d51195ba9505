import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { trpc } from '../../data/api.ts';
import type { MergeRequestView } from '../../data/api-types.ts';

/** The newer of two merge requests last. */
function byAge(a: MergeRequestView, b: MergeRequestView): number {
  return a.createdAt.localeCompare(b.createdAt);
}

/** The newest merge request of each run, by the run's id. */
export function useMergeByRun(taskId?: string): ReadonlyMap<string, MergeRequestView> {
  const { data } = useQuery(trpc.merges.list.queryOptions(taskId ? { taskId, limit: 50 } : { limit: 200 }));
  return useMemo(() => new Map(data?.items.toSorted(byAge).map((merge) => [merge.runId, merge])), [data]);
}
