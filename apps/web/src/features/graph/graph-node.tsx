import { cx, PriorityIcon, StateIcon, shortId, stateLooks } from '@cw/ui';
import { Check } from '@cw/ui/icons';
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { memo, useEffect, useRef } from 'react';
import type { TaskRow } from '../../data/api-types.ts';
import { isRun, useAgentName } from '../../entities/agent/agent-name.ts';

export type TaskNodeData = {
  readonly row: TaskRow;
  readonly critical: boolean;
  readonly open: boolean;
  /** The one node that Tab reaches. */
  readonly active: boolean;
  readonly hiddenBefore: number;
  /** True once when the node is to take the focus. */
  readonly takeFocus: (id: string) => boolean;
};

export type TaskNode = Node<TaskNodeData, 'task'>;

/** Who works on it, or else what state it is in. */
function Holder({ row: { state, lease, assignee } }: { readonly row: TaskRow }) {
  const holder = lease?.holder ?? assignee;
  const agent = useAgentName(holder);
  if (state !== 'in-progress' || !holder) return stateLooks[state].name;
  return agent?.name ?? (isRun(holder) ? 'worker' : holder);
}

/** A task in the graph: its state, title, id, priority and who has it. */
export const GraphNode = memo(function GraphNode({ data }: NodeProps<TaskNode>) {
  const { row, critical, open, active, hiddenBefore, takeFocus } = data;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (active && takeFocus(row.id)) button.current?.focus({ preventScroll: true });
  });
  const over = row.state === 'done' || row.state === 'cancelled';
  return (
    <div
      className={cx(
        'relative flex size-full gap-2 rounded-card border bg-raised px-2.5 py-2 has-[button:focus-visible]:outline-2 has-[button:focus-visible]:outline-offset-2 has-[button:focus-visible]:outline-(--focus)',
        open ? 'border-accent ring-3 ring-accent-soft' : critical ? 'border-fg' : 'border-line-2 hover:border-fg-mute',
        critical && 'border-[1.5px]',
      )}
    >
      <Handle type="target" position={Position.Left} />
      <button
        ref={button}
        type="button"
        tabIndex={active ? 0 : -1}
        title={row.title}
        className="absolute inset-0 cursor-default rounded-card outline-none"
      >
        <span className="sr-only">
          {row.title}, {stateLooks[row.state].name}
          {row.blockedByCount > 0 && `, waits for ${row.blockedByCount}`}
          {row.dependentCount > 0 && `, needed by ${row.dependentCount}`}
          {critical && ', on the critical path'}
        </span>
      </button>
      <span aria-hidden="true" className="pointer-events-none mt-0.5">
        <StateIcon state={row.state} bare />
      </span>
      <span aria-hidden="true" className="pointer-events-none flex min-w-0 flex-1 flex-col justify-between">
        <span
          className={cx(
            'line-clamp-2 text-base leading-4.5 font-medium wrap-anywhere',
            over && 'text-fg-3',
            row.state === 'cancelled' && 'line-through',
          )}
        >
          {row.title}
        </span>
        <span className="flex h-4 items-center gap-1.5 text-meta text-fg-3">
          <span className="font-mono text-[11.5px]">{shortId(row.id)}</span>
          <PriorityIcon priority={row.priority} bare />
          {hiddenBefore > 0 && (
            <span className="inline-flex items-center gap-0.5" title={`${hiddenBefore} finished before it`}>
              <Check size={11} />
              {hiddenBefore}
            </span>
          )}
          <span className="ml-auto min-w-0 truncate">
            <Holder row={row} />
          </span>
        </span>
      </span>
      <Handle type="source" position={Position.Right} />
    </div>
  );
});
