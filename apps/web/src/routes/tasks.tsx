import { createFileRoute, Outlet } from '@tanstack/react-router';
import { readTaskSearch } from '../features/tasks/task-search.ts';
import { TasksScreen } from '../features/tasks/tasks-screen.tsx';
import { fetchView, TaskBoard, TaskGraph } from './-task-views.tsx';

export const Route = createFileRoute('/tasks')({
  validateSearch: readTaskSearch,
  loaderDeps: ({ search: { view, project } }) => ({ view, project }),
  loader: ({ deps: { view, project } }) => fetchView(view, project),
  component: () => (
    <TasksScreen
      panel={<Outlet />}
      views={{ board: (shown) => <TaskBoard {...shown} />, graph: (shown) => <TaskGraph {...shown} /> }}
    />
  ),
});
