import { createFileRoute, redirect } from '@tanstack/react-router';
import { detailsOf } from '../data/details.ts';
import { fetchFirst } from '../data/fetch-first.ts';
import { wholeIdOfPanel } from '../data/whole-id.ts';
import { RunScreen } from '../features/runs/run-screen.tsx';

export const Route = createFileRoute('/runs/$runId')({
  beforeLoad: async ({ params }) => {
    const runId = await wholeIdOfPanel(params.runId, detailsOf.run);
    if (runId !== undefined) throw redirect({ to: '/runs/$runId', params: { runId }, search: true, replace: true });
  },
  // Not waited for: the screen asks for the log beside it.
  loader: ({ params: { runId } }) => fetchFirst(detailsOf.run(runId)),
  component: RunRoute,
});

function RunRoute() {
  const { runId } = Route.useParams();
  return <RunScreen key={runId} runId={runId} />;
}
