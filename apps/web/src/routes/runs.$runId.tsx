import { createFileRoute } from '@tanstack/react-router';
import { RunScreen } from '../features/runs/run-screen.tsx';

export const Route = createFileRoute('/runs/$runId')({ component: RunRoute });

function RunRoute() {
  const { runId } = Route.useParams();
  return <RunScreen key={runId} runId={runId} />;
}
