import { createFileRoute, redirect } from '@tanstack/react-router';
import { detailsOf } from '../data/details.ts';
import { fetchFirst } from '../data/fetch-first.ts';
import { wholeIdOfPanel } from '../data/whole-id.ts';
import { AgentPanel } from '../features/agents/agent-panel.tsx';

export const Route = createFileRoute('/agents/$agentId')({
  beforeLoad: async ({ params }) => {
    const agentId = await wholeIdOfPanel(params.agentId, detailsOf.agent);
    if (agentId !== undefined)
      throw redirect({ to: '/agents/$agentId', params: { agentId }, search: true, replace: true });
  },
  loader: ({ params: { agentId }, parentMatchPromise }) => fetchFirst(detailsOf.agent(agentId), parentMatchPromise),
  component: AgentRoute,
});

function AgentRoute() {
  const { agentId } = Route.useParams();
  return <AgentPanel key={agentId} agentId={agentId} />;
}
