import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { trpc } from '../../data/api.ts';

/** Ids of the tasks and the runs that stand still until a person answers or allows something. */
export function useAsked(): ReadonlySet<string> {
  const { data } = useQuery(trpc.inbox.asking.queryOptions());
  return useMemo(
    () => new Set(data?.items.flatMap(({ taskId, runId }) => [taskId, runId]).filter((id) => id !== null)),
    [data],
  );
}
