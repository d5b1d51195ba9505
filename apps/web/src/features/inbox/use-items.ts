import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { trpc } from '../../data/api.ts';
import { belongsTo, type InboxShow } from './inbox-search.ts';

const perPage = 100;

/** Items of the inbox, with what concerns all projects also where one is chosen; more are fetched when they are asked for. */
export function useItems(show: InboxShow) {
  const { project } = useSearch({ from: '__root__' });
  const query = useInfiniteQuery(
    trpc.inbox.list.infiniteQueryOptions(
      { open: show !== 'ended', limit: perPage },
      { getNextPageParam: (page) => page.nextCursor },
    ),
  );
  const items = useMemo(
    () =>
      query.data?.pages
        .flatMap((page) => page.items)
        .filter(({ kind, projectId }) => belongsTo(show, kind) && (!project || !projectId || projectId === project)),
    [query.data, show, project],
  );
  const isAll = (show === 'all' || show === 'ended') && !project;
  const count = isAll ? query.data?.pages[0]?.total : query.hasNextPage ? undefined : items?.length;
  return { ...query, data: items, count };
}
