import { createFileRoute } from '@tanstack/react-router';
import { RulePanel } from '../features/settings/rule-panel.tsx';

export const Route = createFileRoute('/settings_/permissions/$ruleId')({ component: RuleRoute });

function RuleRoute() {
  const { ruleId } = Route.useParams();
  return <RulePanel key={ruleId} ruleId={ruleId} />;
}
