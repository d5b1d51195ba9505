import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../data/api.ts';

/** How much waits for a person at present, in all projects. */
export function useOpenCount(): number {
  return useQuery(trpc.inbox.count.queryOptions()).data?.open ?? 0;
}
