import { useNarrow } from '@cw/ui';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import type { RuleView } from '../../data/api-types.ts';
import { useKeys } from '../../frame/keys.ts';
import { useListKeys } from '../../frame/use-list-keys.ts';
import { RuleRow } from './rule-row.tsx';
import { useRuleChanges } from './use-rule-changes.ts';

const rowHeight = 32;
const tallRowHeight = 56;

/** Rules below each other; only those in sight are drawn. */
export function RuleList({ rules }: { readonly rules: readonly RuleView[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const { ruleId } = useParams({ strict: false });
  const navigate = useNavigate();
  const { remove } = useRuleChanges();
  const tall = useNarrow();
  const virtualizer = useVirtualizer({
    count: rules.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (tall ? tallRowHeight : rowHeight),
    getItemKey: (index) => rules[index]?.id ?? index,
    overscan: 8,
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height of rows is what is measured anew
  useEffect(() => virtualizer.measure(), [tall, virtualizer]);
  const ids = useMemo(() => rules.map(({ id }) => id), [rules]);
  const open = (id: string) =>
    void navigate({ to: '/settings/permissions/$ruleId', params: { ruleId: id }, search: true });
  const [active, setActive] = useListKeys({
    ids,
    onOpen: open,
    onMove: (id) => {
      virtualizer.scrollToIndex(ids.indexOf(id), { align: 'auto' });
      if (ruleId !== undefined) open(id);
    },
  });
  useEffect(() => {
    if (ruleId !== undefined) setActive(ruleId);
  }, [ruleId, setActive]);
  const removable = active !== undefined && ids.includes(active) ? active : undefined;
  useKeys([
    {
      keys: 'delete',
      label: 'Remove the rule',
      group: 'In a list',
      quiet: true,
      run: () => removable && remove(removable),
    },
  ]);
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
      <ul aria-label="Rules" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((row) => {
          const rule = rules[row.index];
          return (
            rule && (
              <li
                key={row.key}
                aria-setsize={rules.length}
                aria-posinset={row.index + 1}
                className="absolute inset-x-0"
                style={{ top: row.start, height: row.size }}
              >
                <RuleRow rule={rule} active={active === rule.id} open={ruleId === rule.id} />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}
