import { lazy } from 'react';
import { queryClient, trpc } from '../data/api.ts';

const loadBoard = () => import('../features/board/task-board.tsx');
const loadGraph = () => import('../features/graph/task-graph.tsx');

export const TaskBoard = lazy(() => loadBoard().then((module) => ({ default: module.TaskBoard })));
export const TaskGraph = lazy(() => loadGraph().then((module) => ({ default: module.TaskGraph })));

/** Begins to fetch what a view needs besides the tasks, while these are on their way. */
export function fetchView(view: 'board' | 'graph' | undefined, projectId: string | undefined): void {
  if (view === 'board') void loadBoard();
  if (view !== 'graph') return;
  void loadGraph();
  void queryClient.prefetchQuery(trpc.tasks.graph.queryOptions({ projectId }));
}
