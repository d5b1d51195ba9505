import { createFileRoute } from '@tanstack/react-router';
import { detailsOf } from '../data/details.ts';
import { fetchFirst } from '../data/fetch-first.ts';
import { ThreadPanel } from '../features/mail/thread-panel.tsx';

export const Route = createFileRoute('/inbox_/messages/$threadId')({
  loader: ({ params: { threadId }, parentMatchPromise }) => fetchFirst(detailsOf.thread(threadId), parentMatchPromise),
  component: ThreadRoute,
});

function ThreadRoute() {
  const { threadId } = Route.useParams();
  return <ThreadPanel key={threadId} threadId={threadId} />;
}
