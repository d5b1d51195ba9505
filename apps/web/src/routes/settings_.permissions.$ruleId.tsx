import { createFileRoute } from '@tanstack/react-router';
import { detailsOf } from '../data/details.ts';
import { fetchFirst } from '../data/fetch-first.ts';
import { RulePanel } from '../features/settings/rule-panel.tsx';

export const Route = createFileRoute('/settings_/permissions/$ruleId')({
  loader: ({ params: { ruleId }, parentMatchPromise }) => fetchFirst(detailsOf.rule(ruleId), parentMatchPromise),
  component: RuleRoute,
});

function RuleRoute() {
  const { ruleId } = Route.useParams();
  return <RulePanel key={ruleId} ruleId={ruleId} />;
}
