import { createFileRoute, redirect } from '@tanstack/react-router';
import { detailsOf } from '../data/details.ts';
import { fetchFirst } from '../data/fetch-first.ts';
import { wholeIdOfPanel } from '../data/whole-id.ts';
import { MergePanel } from '../features/merges/merge-panel.tsx';

export const Route = createFileRoute('/merges/$mergeId')({
  beforeLoad: async ({ params }) => {
    const mergeId = await wholeIdOfPanel(params.mergeId, detailsOf.merge);
    if (mergeId !== undefined)
      throw redirect({ to: '/merges/$mergeId', params: { mergeId }, search: true, replace: true });
  },
  loader: ({ params: { mergeId }, parentMatchPromise }) => fetchFirst(detailsOf.merge(mergeId), parentMatchPromise),
  component: MergeRoute,
});

function MergeRoute() {
  const { mergeId } = Route.useParams();
  return <MergePanel key={mergeId} mergeId={mergeId} />;
}
