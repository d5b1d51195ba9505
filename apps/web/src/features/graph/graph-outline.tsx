import { cx, IconButton, PriorityIcon, StateIcon } from '@cw/ui';
import { X } from '@cw/ui/icons';
import { useMemo } from 'react';
import type { TaskRow } from '../../data/api-types.ts';
import { sayLink } from './graph-elements.ts';
import type { GraphLink, GraphView } from './graph-view.ts';
import { useEdgeChanges } from './use-edge-changes.ts';

type GraphOutlineProps = {
  readonly view: GraphView;
  /** Ids in the order in which the graph is read. */
  readonly order: readonly string[];
  readonly showCritical: boolean;
  readonly openId: string | undefined;
  readonly onOpen: (id: string) => void;
  readonly titleOf: (id: string) => string;
};

/** The same graph as a list: each task with what it waits for and what waits for it. */
export function GraphOutline({ view, order, showCritical, openId, onOpen, titleOf }: GraphOutlineProps) {
  const { refused, dismiss, remove } = useEdgeChanges(titleOf);
  const rows = useMemo(() => {
    const known = new Map(view.rows.map((row) => [row.id, row]));
    return order.flatMap((id) => known.get(id) ?? []);
  }, [view, order]);
  const links = useMemo(() => {
    const byTask = new Map<string, GraphLink[]>();
    for (const link of view.links) {
      for (const id of [link.from, link.to]) byTask.set(id, [...(byTask.get(id) ?? []), link]);
    }
    return byTask;
  }, [view]);
  const path = new Set(showCritical ? view.critical.ids : []);
  return (
    <ul aria-label="Tasks of the graph" className="min-h-0 flex-1 overflow-y-auto">
      {rows.map((row) => (
        <li
          key={row.id}
          className={cx(
            'border-b border-line px-4 py-2 [content-visibility:auto] [contain-intrinsic-height:auto_44px]',
            openId === row.id && 'bg-selected',
          )}
        >
          <OutlineHead row={row} critical={path.has(row.id)} onOpen={onOpen} />
          <ul className="ml-9 flex flex-col text-small text-fg-2">
            {(links.get(row.id) ?? []).map((link) => (
              <OutlineLink key={link.id} link={link} of={row.id} titleOf={titleOf} onOpen={onOpen} onRemove={remove} />
            ))}
          </ul>
          {refused?.at === row.id && (
            <p role="alert" className="ml-9 flex items-center gap-2 text-small text-danger-fg">
              {refused.message}
              <IconButton label="Dismiss" size="small" onClick={dismiss}>
                <X />
              </IconButton>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

type HeadProps = { readonly row: TaskRow; readonly critical: boolean; readonly onOpen: (id: string) => void };

function OutlineHead({ row, critical, onOpen }: HeadProps) {
  return (
    <div className="flex min-h-7 items-center gap-2.5 max-md:min-h-11">
      <PriorityIcon priority={row.priority} />
      <StateIcon state={row.state} />
      <button
        type="button"
        className="min-w-0 truncate py-1 text-left font-medium hover:underline max-md:min-h-11"
        onClick={() => onOpen(row.id)}
      >
        {row.title}
      </button>
      {critical && <span className="shrink-0 text-meta text-fg-3">critical path</span>}
    </div>
  );
}

type LinkProps = {
  readonly link: GraphLink;
  /** The task under which it is told. */
  readonly of: string;
  readonly titleOf: (id: string) => string;
  readonly onOpen: (id: string) => void;
  readonly onRemove: (link: GraphLink) => Promise<void>;
};

const fromHere = {
  blocks: 'needed by',
  'waits-for': 'its children are needed by',
  'on-failure': 'if it fails',
  related: 'related to',
  'discovered-from': 'led to',
  'parent-child': 'contains',
} as const;

const toHere = {
  blocks: 'waits for',
  'waits-for': 'waits for the children of',
  'on-failure': 'runs if this fails:',
  related: 'related to',
  'discovered-from': 'found during',
  'parent-child': 'part of',
} as const;

function OutlineLink({ link, of, titleOf, onOpen, onRemove }: LinkProps) {
  const outward = link.from === of;
  const other = outward ? link.to : link.from;
  return (
    <li className="flex min-h-6 items-center gap-1.5 max-md:min-h-11 max-md:[&_button]:min-h-11 max-md:[&_button]:min-w-11">
      <span className="shrink-0">{(outward ? fromHere : toHere)[link.type]}</span>
      <button type="button" className="min-w-0 truncate text-fg hover:underline" onClick={() => onOpen(other)}>
        {titleOf(other)}
      </button>
      {!outward && (
        <IconButton label={`Remove: ${sayLink(link, titleOf)}`} size="small" onClick={() => void onRemove(link)}>
          <X />
        </IconButton>
      )}
    </li>
  );
}
