import { createFileRoute, Outlet } from '@tanstack/react-router';
import { MessagesScreen } from '../features/mail/messages-screen.tsx';
import { readMessagesSearch } from '../features/mail/messages-search.ts';

export const Route = createFileRoute('/inbox_/messages')({
  validateSearch: readMessagesSearch,
  component: MessagesRoute,
});

function MessagesRoute() {
  return <MessagesScreen search={Route.useSearch()} panel={<Outlet />} />;
}
