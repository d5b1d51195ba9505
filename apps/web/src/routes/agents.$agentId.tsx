import { createFileRoute } from '@tanstack/react-router';
import { detailsOf } from '../data/details.ts';
import { fetchFirst } from '../data/fetch-first.ts';
import { AgentPanel } from '../features/agents/agent-panel.tsx';

export const Route = createFileRoute('/agents/$agentId')({
  loader: ({ params: { agentId }, parentMatchPromise }) => fetchFirst(detailsOf.agent(agentId), parentMatchPromise),
  component: AgentRoute,
});

function AgentRoute() {
  const { agentId } = Route.useParams();
  return <AgentPanel key={agentId} agentId={agentId} />;
}
