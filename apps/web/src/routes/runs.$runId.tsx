import { createFileRoute } from '@tanstack/react-router';
import { detailsOf } from '../data/details.ts';
import { fetchFirst } from '../data/fetch-first.ts';
import { RunScreen } from '../features/runs/run-screen.tsx';

export const Route = createFileRoute('/runs/$runId')({
  loader: ({ params: { runId }, parentMatchPromise }) => fetchFirst(detailsOf.run(runId), parentMatchPromise),
  component: RunRoute,
});

function RunRoute() {
  const { runId } = Route.useParams();
  return <RunScreen key={runId} runId={runId} />;
}
