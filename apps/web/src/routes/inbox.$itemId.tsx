import { createFileRoute } from '@tanstack/react-router';
import { ItemPanel } from '../features/inbox/item-panel.tsx';

export const Route = createFileRoute('/inbox/$itemId')({ component: ItemRoute });

function ItemRoute() {
  const { itemId } = Route.useParams();
  return <ItemPanel key={itemId} itemId={itemId} />;
}
