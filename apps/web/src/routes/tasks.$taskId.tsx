import { createFileRoute } from '@tanstack/react-router';
import { detailsOf } from '../data/details.ts';
import { fetchFirst } from '../data/fetch-first.ts';
import { TaskPanel } from '../features/tasks/task-panel.tsx';

export const Route = createFileRoute('/tasks/$taskId')({
  loader: ({ params: { taskId }, parentMatchPromise }) => fetchFirst(detailsOf.task(taskId), parentMatchPromise),
  component: TaskRoute,
});

function TaskRoute() {
  const { taskId } = Route.useParams();
  return <TaskPanel key={taskId} taskId={taskId} />;
}
