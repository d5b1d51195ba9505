import { X } from '@cw/ui/icons';
import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { memo } from 'react';
import { pathOf } from './edge-path.ts';
import type { GraphLink } from './graph-view.ts';
import { nodeWidth, type Point } from './layered-layout.ts';

export type LinkEdgeData = {
  readonly link: GraphLink;
  /** Where it passes columns. */
  readonly route: readonly Point[];
  readonly critical: boolean;
  readonly chosen: boolean;
  /** Not taken by the tracker yet. */
  readonly pending: boolean;
  readonly name: string;
  readonly onRemove: (link: GraphLink) => void;
};

export type LinkEdge = Edge<LinkEdgeData, 'link'>;

/** Dashes by type: what blocks is a whole line. */
const dashes = {
  blocks: undefined,
  'waits-for': '6 4',
  'on-failure': '2 3',
  related: '1 5',
  'discovered-from': '1 5',
  'parent-child': '10 4',
} as const;

/** A link between two tasks; a click chooses it, and then it can be removed. */
export const GraphEdge = memo(function GraphEdge(props: EdgeProps<LinkEdge>) {
  const { id, sourceX, sourceY, targetX, targetY, markerEnd, data } = props;
  if (!data) return null;
  const { link, route, critical, chosen, pending, name, onRemove } = data;
  const [start, end] = [
    { x: sourceX, y: sourceY },
    { x: targetX, y: targetY },
  ];
  const middle = route[Math.floor(route.length / 2)];
  const at = middle
    ? { x: middle.x + nodeWidth / 2, y: middle.y }
    : { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
  const path = pathOf(start, route, end);
  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        {...(markerEnd ? { markerEnd } : {})}
        interactionWidth={16}
        style={{
          stroke: chosen || pending ? 'var(--accent)' : critical ? 'var(--fg)' : 'var(--graph-line)',
          strokeWidth: chosen ? 2 : critical ? 2.25 : link.type === 'parent-child' ? 1 : 1.25,
          strokeDasharray: pending ? '4 4' : dashes[link.type],
        }}
      />
      {chosen && (
        <EdgeLabelRenderer>
          <button
            type="button"
            aria-label={`Remove the link: ${name}`}
            title={name}
            style={{ transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y}px)` }}
            className="nodrag nopan pointer-events-auto absolute inline-flex h-6 items-center gap-1 rounded-control border border-accent bg-raised px-1.5 text-small text-fg shadow-float hover:bg-hover pointer-coarse:h-11 pointer-coarse:px-3"
            onClick={() => onRemove(link)}
          >
            <X aria-hidden="true" size={12} /> Remove
          </button>
        </EdgeLabelRenderer>
      )}
    </>
  );
});
