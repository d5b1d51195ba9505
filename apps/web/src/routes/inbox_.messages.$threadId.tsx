import { createFileRoute } from '@tanstack/react-router';
import { ThreadPanel } from '../features/mail/thread-panel.tsx';

export const Route = createFileRoute('/inbox_/messages/$threadId')({ component: ThreadRoute });

function ThreadRoute() {
  const { threadId } = Route.useParams();
  return <ThreadPanel key={threadId} threadId={threadId} />;
}
