import { createFileRoute } from '@tanstack/react-router';
import { detailsOf } from '../data/details.ts';
import { fetchFirst } from '../data/fetch-first.ts';
import { RunScreen } from '../features/runs/run-screen.tsx';

export const Route = createFileRoute('/runs/$runId')({
  // Not waited for: the screen asks for the log beside it.
  loader: ({ params: { runId } }) => fetchFirst(detailsOf.run(runId)),
  component: RunRoute,
});

function RunRoute() {
  const { runId } = Route.useParams();
  return <RunScreen key={runId} runId={runId} />;
}
