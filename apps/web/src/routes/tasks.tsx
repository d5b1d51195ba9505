import { createFileRoute, Outlet } from '@tanstack/react-router';
import { readTaskSearch } from '../features/tasks/task-search.ts';
import { TasksScreen } from '../features/tasks/tasks-screen.tsx';

export const Route = createFileRoute('/tasks')({
  validateSearch: readTaskSearch,
  component: () => <TasksScreen panel={<Outlet />} />,
});
