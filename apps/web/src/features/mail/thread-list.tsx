import { useNarrow } from '@cw/ui';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import type { ThreadRow as Thread } from '../../data/api-types.ts';
import { useKeys } from '../../frame/keys.ts';
import { useListKeys } from '../../frame/use-list-keys.ts';
import { ThreadRow } from './thread-row.tsx';
import { useMarkUnread } from './use-mark-unread.ts';

const rowHeight = 58;
const tallRowHeight = 66;
/** So many rows before the end, more are asked for. */
const ahead = 20;

type ThreadListProps = {
  readonly threads: readonly Thread[];
  readonly total: number | undefined;
  readonly onMore: () => void;
};

/** Threads below each other; only those in sight are drawn. */
export function ThreadList({ threads, total, onMore }: ThreadListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { threadId } = useParams({ strict: false });
  const navigate = useNavigate();
  const tall = useNarrow();
  const virtualizer = useVirtualizer({
    count: threads.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (tall ? tallRowHeight : rowHeight),
    getItemKey: (index) => threads[index]?.id ?? index,
    overscan: 4,
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height of rows is what is measured anew
  useEffect(() => virtualizer.measure(), [tall, virtualizer]);
  const rows = virtualizer.getVirtualItems();
  const isNearEnd = (rows.at(-1)?.index ?? 0) >= threads.length - ahead;
  useEffect(() => {
    if (isNearEnd) onMore();
  }, [isNearEnd, onMore]);
  const ids = useMemo(() => threads.map(({ id }) => id), [threads]);
  const open = (id: string) =>
    void navigate({ to: '/inbox/messages/$threadId', params: { threadId: id }, search: true });
  const [active, setActive] = useListKeys({
    ids,
    onOpen: open,
    onMove: (id) => {
      virtualizer.scrollToIndex(ids.indexOf(id), { align: 'auto' });
      if (threadId !== undefined) open(id);
    },
  });
  const markUnread = useMarkUnread();
  useKeys(
    [{ keys: 'u', label: 'Mark as unread', group: 'In a list', run: () => active && markUnread(active) }],
    threadId === undefined,
  );
  useEffect(() => {
    if (threadId !== undefined) setActive(threadId);
  }, [threadId, setActive]);
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
      <ul aria-label="Threads" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {rows.map((row) => {
          const thread = threads[row.index];
          return (
            thread && (
              <li
                key={row.key}
                aria-setsize={total ?? -1}
                aria-posinset={row.index + 1}
                className="absolute inset-x-0"
                style={{ top: row.start, height: row.size }}
              >
                <ThreadRow thread={thread} active={active === thread.id} open={threadId === thread.id} />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}
