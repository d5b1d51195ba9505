import { createFileRoute, Outlet } from '@tanstack/react-router';
import { InboxScreen } from '../features/inbox/inbox-screen.tsx';
import { readInboxSearch } from '../features/inbox/inbox-search.ts';

export const Route = createFileRoute('/inbox')({
  validateSearch: readInboxSearch,
  component: () => <InboxScreen panel={<Outlet />} />,
});
