import { createFileRoute, redirect } from '@tanstack/react-router';
import { detailsOf } from '../data/details.ts';
import { fetchFirst } from '../data/fetch-first.ts';
import { wholeIdOfPanel } from '../data/whole-id.ts';
import { ItemPanel } from '../features/inbox/item-panel.tsx';

export const Route = createFileRoute('/inbox/$itemId')({
  beforeLoad: async ({ params }) => {
    const itemId = await wholeIdOfPanel(params.itemId, detailsOf.item);
    if (itemId !== undefined) throw redirect({ to: '/inbox/$itemId', params: { itemId }, search: true, replace: true });
  },
  loader: ({ params: { itemId }, parentMatchPromise }) => fetchFirst(detailsOf.item(itemId), parentMatchPromise),
  component: ItemRoute,
});

function ItemRoute() {
  const { itemId } = Route.useParams();
  return <ItemPanel key={itemId} itemId={itemId} />;
}
