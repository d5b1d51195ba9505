import { createFileRoute } from '@tanstack/react-router';
import { detailsOf } from '../data/details.ts';
import { fetchFirst } from '../data/fetch-first.ts';
import { MergePanel } from '../features/merges/merge-panel.tsx';

export const Route = createFileRoute('/merges/$mergeId')({
  loader: ({ params: { mergeId }, parentMatchPromise }) => fetchFirst(detailsOf.merge(mergeId), parentMatchPromise),
  component: MergeRoute,
});

function MergeRoute() {
  const { mergeId } = Route.useParams();
  return <MergePanel key={mergeId} mergeId={mergeId} />;
}
