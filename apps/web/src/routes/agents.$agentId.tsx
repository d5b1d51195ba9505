import { createFileRoute } from '@tanstack/react-router';
import { AgentPanel } from '../features/agents/agent-panel.tsx';

export const Route = createFileRoute('/agents/$agentId')({ component: AgentRoute });

function AgentRoute() {
  const { agentId } = Route.useParams();
  return <AgentPanel key={agentId} agentId={agentId} />;
}
