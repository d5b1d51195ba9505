import { useNarrow } from '@cw/ui';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import type { ItemView } from '../../data/api-types.ts';
import { useLinkKeys } from '../../frame/use-list-keys.ts';
import { ItemRow } from './item-row.tsx';

const rowHeight = 58;
const tallRowHeight = 66;
/** So many rows before the end, more are asked for. */
const ahead = 20;

type ItemListProps = {
  readonly label: string;
  readonly items: readonly ItemView[];
  readonly total: number | undefined;
  readonly onMore: (() => void) | undefined;
};

/** Items below each other; only those in sight are drawn. */
export function ItemList({ label, items, total, onMore }: ItemListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { itemId } = useParams({ strict: false });
  const navigate = useNavigate();
  const tall = useNarrow();
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (tall ? tallRowHeight : rowHeight),
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: 4,
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height of rows is what is measured anew
  useEffect(() => virtualizer.measure(), [tall, virtualizer]);
  const rows = virtualizer.getVirtualItems();
  const isNearEnd = (rows.at(-1)?.index ?? 0) >= items.length - ahead;
  useEffect(() => {
    if (isNearEnd) onMore?.();
  }, [isNearEnd, onMore]);
  const ids = useMemo(() => items.map(({ id }) => id), [items]);
  const open = (id: string) => void navigate({ to: '/inbox/$itemId', params: { itemId: id }, search: true });
  const active = useLinkKeys({
    ids,
    openId: itemId,
    onOpen: open,
    onMove: (id) => virtualizer.scrollToIndex(ids.indexOf(id), { align: 'auto' }),
  });
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
      <ul aria-label={label} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {rows.map((row) => {
          const item = items[row.index];
          return (
            item && (
              <li
                key={row.key}
                id={item.id}
                aria-setsize={total ?? -1}
                aria-posinset={row.index + 1}
                className="absolute inset-x-0"
                style={{ top: row.start, height: row.size }}
              >
                <ItemRow item={item} active={active === item.id} open={itemId === item.id} />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}
