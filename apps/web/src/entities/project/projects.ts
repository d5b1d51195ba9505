import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { trpc } from '../../data/api.ts';

/** All projects; a workspace has few. */
export function useProjects() {
  return useQuery(trpc.projects.list.queryOptions());
}

/** Names of projects by id. */
export function useProjectNames(): ReadonlyMap<string, string> {
  const { data } = useProjects();
  return useMemo(() => new Map(data?.items.map((project) => [project.id, project.name])), [data]);
}
