import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../data/api.ts';

/** How many messages to whose workspace it is they have not read. */
export function useUnread(): number {
  return useQuery(trpc.messages.unread.queryOptions()).data?.unread ?? 0;
}
