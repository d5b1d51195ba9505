import { createFileRoute, redirect } from '@tanstack/react-router';
import { detailsOf } from '../data/details.ts';
import { fetchFirst } from '../data/fetch-first.ts';
import { wholeIdOfPanel } from '../data/whole-id.ts';
import { TaskPanel } from '../features/tasks/task-panel.tsx';

export const Route = createFileRoute('/tasks/$taskId')({
  beforeLoad: async ({ params }) => {
    const taskId = await wholeIdOfPanel(params.taskId, detailsOf.task);
    if (taskId !== undefined) throw redirect({ to: '/tasks/$taskId', params: { taskId }, search: true, replace: true });
  },
  loader: ({ params: { taskId }, parentMatchPromise }) => fetchFirst(detailsOf.task(taskId), parentMatchPromise),
  component: TaskRoute,
});

function TaskRoute() {
  const { taskId } = Route.useParams();
  return <TaskPanel key={taskId} taskId={taskId} />;
}
