import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../data/api.ts';

export type AgentName = { readonly name: string; readonly role: string };

/** Whether whoever holds, wrote or did something is a run, by the id. */
export function isRun(id: string | null | undefined): id is string {
  return id?.startsWith('rn_') === true;
}

/** What the agent of a run is called; undefined until that is known, and of what is no run. */
export function useAgentName(run: string | null | undefined): AgentName | undefined {
  const ids = isRun(run) ? [run] : [];
  const { data } = useQuery({
    ...trpc.runs.names.queryOptions({ ids }),
    enabled: ids.length > 0,
    // An agent keeps its name.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.items[0];
}
