import { createFileRoute } from '@tanstack/react-router';
import { MergePanel } from '../features/merges/merge-panel.tsx';

export const Route = createFileRoute('/merges/$mergeId')({ component: MergeRoute });

function MergeRoute() {
  const { mergeId } = Route.useParams();
  return <MergePanel key={mergeId} mergeId={mergeId} />;
}
