import { createFileRoute, Outlet } from '@tanstack/react-router';
import { lazy } from 'react';
import { readTaskSearch } from '../features/tasks/task-search.ts';
import { TasksScreen } from '../features/tasks/tasks-screen.tsx';

const TaskBoard = lazy(() =>
  import('../features/board/task-board.tsx').then((module) => ({ default: module.TaskBoard })),
);
const TaskGraph = lazy(() =>
  import('../features/graph/task-graph.tsx').then((module) => ({ default: module.TaskGraph })),
);

export const Route = createFileRoute('/tasks')({
  validateSearch: readTaskSearch,
  component: () => (
    <TasksScreen
      panel={<Outlet />}
      views={{ board: (shown) => <TaskBoard {...shown} />, graph: (shown) => <TaskGraph {...shown} /> }}
    />
  ),
});
