import { createFileRoute } from '@tanstack/react-router';
import { detailsOf } from '../data/details.ts';
import { fetchFirst } from '../data/fetch-first.ts';
import { ItemPanel } from '../features/inbox/item-panel.tsx';

export const Route = createFileRoute('/inbox/$itemId')({
  loader: ({ params: { itemId }, parentMatchPromise }) => fetchFirst(detailsOf.item(itemId), parentMatchPromise),
  component: ItemRoute,
});

function ItemRoute() {
  const { itemId } = Route.useParams();
  return <ItemPanel key={itemId} itemId={itemId} />;
}
