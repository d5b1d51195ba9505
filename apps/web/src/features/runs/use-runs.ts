import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { trpc } from '../../data/api.ts';
import type { RunRow } from '../../data/api-types.ts';
import type { RunShow } from './run-search.ts';

/** What the server is asked for. */
const asked: Readonly<Record<RunShow, { active?: boolean; state?: string[] }>> = {
  all: {},
  running: { active: true },
  waiting: { state: ['needs-you'] },
  failed: { state: ['failed'] },
};

const nameOf = (run: RunRow) => run.agentName ?? run.role;

type Wanted = { readonly project: string | undefined; readonly show: RunShow; readonly agent: string | undefined };

/** Runs of an agent are found among those that have been read: a run knows its agent by name alone. */
export function useRuns({ project, show, agent }: Wanted) {
  const query = useInfiniteQuery({
    ...trpc.runs.list.infiniteQueryOptions(
      { limit: 100, projectId: project, ...asked[show] },
      { getNextPageParam: (page) => page.nextCursor },
    ),
    placeholderData: keepPreviousData,
  });
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.items), [query.data]);
  const data = useMemo(() => rows?.filter((run) => !agent || nameOf(run) === agent), [rows, agent]);
  const agents = useMemo(() => [...new Set(rows?.map(nameOf))].sort(), [rows]);
  return { ...query, data, agents };
}

export type RunsQuery = ReturnType<typeof useRuns>;
