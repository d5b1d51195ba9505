import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { trpc } from '../../data/api.ts';
import type { ThreadRow } from '../../data/api-types.ts';
import type { MessagesSearch } from './messages-search.ts';

const perPage = 100;

/**
 * Threads, the newest first; more are fetched when they are asked for. The open one stays in the list when it is read,
 * so that nothing jumps.
 */
export function useThreads({ show = 'own', run, agent }: MessagesSearch, openId: string | undefined) {
  const query = useInfiniteQuery(
    trpc.messages.threads.infiniteQueryOptions(
      { show: show === 'all' ? undefined : show, runId: run, agentId: agent, limit: perPage },
      { getNextPageParam: (page) => page.nextCursor },
    ),
  );
  const open = useRef<ThreadRow>(undefined);
  const items = useMemo(() => {
    const found = query.data?.pages.flatMap((page) => page.items);
    const row = found?.find(({ id }) => id === openId);
    open.current = row ?? (open.current?.id === openId ? open.current : undefined);
    const kept = open.current;
    if (found === undefined || row !== undefined || kept === undefined || show !== 'unread') return found;
    const at = found.findIndex(({ last }) => last.createdAt <= kept.last.createdAt);
    return found.toSpliced(at === -1 ? found.length : at, 0, { ...kept, unread: 0 });
  }, [query.data, openId, show]);
  return { ...query, data: items, total: query.data?.pages[0]?.total };
}
