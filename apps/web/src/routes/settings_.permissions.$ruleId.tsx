import { createFileRoute, redirect } from '@tanstack/react-router';
import { detailsOf } from '../data/details.ts';
import { fetchFirst } from '../data/fetch-first.ts';
import { wholeIdOfPanel } from '../data/whole-id.ts';
import { RulePanel } from '../features/settings/rule-panel.tsx';

export const Route = createFileRoute('/settings_/permissions/$ruleId')({
  beforeLoad: async ({ params }) => {
    const ruleId = await wholeIdOfPanel(params.ruleId, detailsOf.rule);
    if (ruleId !== undefined)
      throw redirect({ to: '/settings/permissions/$ruleId', params: { ruleId }, search: true, replace: true });
  },
  loader: ({ params: { ruleId }, parentMatchPromise }) => fetchFirst(detailsOf.rule(ruleId), parentMatchPromise),
  component: RuleRoute,
});

function RuleRoute() {
  const { ruleId } = Route.useParams();
  return <RulePanel key={ruleId} ruleId={ruleId} />;
}
