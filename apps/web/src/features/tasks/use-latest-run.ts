import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../data/api.ts';
import type { RunRow } from '../../data/api-types.ts';

/** The newest attempt at a task; undefined until that is known, and while there is none. */
export function useLatestRun(taskId: string): RunRow | undefined {
  const { data } = useQuery(trpc.runs.list.queryOptions({ taskId, limit: 50 }));
  return data?.items.toSorted((a, b) => b.attempt - a.attempt)[0];
}
