import { createFileRoute } from '@tanstack/react-router';
import { TaskPanel } from '../features/tasks/task-panel.tsx';

export const Route = createFileRoute('/tasks/$taskId')({ component: TaskRoute });

function TaskRoute() {
  const { taskId } = Route.useParams();
  return <TaskPanel key={taskId} taskId={taskId} />;
}
