import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useMemo } from 'react';
import { queryClient, trpc } from '../../data/api.ts';
import { useProjects } from '../project/projects.ts';

const none: ReadonlyMap<string, string> = new Map();

/** What things are called, by id; sentences about events read it. */
export const Titles = createContext(none);

export function useTitles(): ReadonlyMap<string, string> {
  return useContext(Titles);
}

const mostAtOnce = 500;
/** Titles that were ever fetched: what is scrolled back to is called by its name at once. */
const known = new Map<string, string>();

/** Titles of these tasks and names of all projects and accounts, by id, with all that were asked for before. */
export function useTitlesOf(taskIds: readonly string[]): ReadonlyMap<string, string> {
  const ids = useMemo(() => taskIds.slice(0, mostAtOnce).toSorted(), [taskIds]);
  const { data: tasks } = useQuery({
    ...trpc.tasks.titles.queryOptions({ ids }),
    enabled: ids.length > 0,
    placeholderData: (previous) => previous,
  });
  const { data: projects } = useProjects();
  const { data: accounts } = useQuery(trpc.accounts.list.queryOptions(), queryClient);
  return useMemo(() => {
    for (const { id, title } of tasks?.items ?? []) known.set(id, title);
    for (const { id, name } of projects?.items ?? []) known.set(id, name);
    for (const { id, name } of accounts?.items ?? []) known.set(id, name);
    return new Map(known);
  }, [tasks, projects, accounts]);
}
