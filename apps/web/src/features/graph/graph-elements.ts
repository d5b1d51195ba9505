import { MarkerType, Position } from '@xyflow/react';
import type { LinkEdge } from './graph-edge.tsx';
import type { TaskNode } from './graph-node.tsx';
import { routeKey } from './graph-parts.ts';
import { type GraphLink, type GraphView, isBlocking } from './graph-view.ts';
import { type Layout, nodeWidth } from './layered-layout.ts';
import { nodeHeight } from './use-layout.ts';

export type NodeMarks = {
  readonly showCritical: boolean;
  readonly openId: string | undefined;
  readonly active: string | undefined;
  readonly takeFocus: (id: string) => boolean;
};

/**
 * The nodes to draw. One that has not changed stays the same object, so that only what changed is drawn anew.
 * @param before the answer to the call before
 */
export function nodesOf(
  { rows, critical, hiddenBefore }: GraphView,
  { places }: Layout,
  marks: NodeMarks,
  before: ReadonlyMap<string, TaskNode>,
): ReadonlyMap<string, TaskNode> {
  const onPath = new Set(marks.showCritical ? critical.ids : []);
  const nodes = new Map<string, TaskNode>();
  for (const row of rows) {
    const place = places.get(row.id);
    if (!place) continue;
    const data = {
      row,
      critical: onPath.has(row.id),
      open: marks.openId === row.id,
      active: marks.active === row.id,
      hiddenBefore: hiddenBefore.get(row.id) ?? 0,
      takeFocus: marks.takeFocus,
    };
    const old = before.get(row.id);
    const same = old && old.position.x === place.x && old.position.y === place.y && sameFields(old.data, data);
    nodes.set(row.id, same ? old : nodeAt(place, data));
  }
  return nodes;
}

function sameFields<T extends object>(a: T, b: T): boolean {
  return Object.entries(a).every(([name, value]) => Object.is(value, Reflect.get(b, name)));
}

/** Else a line that begins where links are drawn from would be taken up in their stead. */
const aboveEdges = 3;

/** All measures are said beforehand: links need not wait until the browser has drawn a node. */
function nodeAt(position: TaskNode['position'], data: TaskNode['data']): TaskNode {
  const size = { width: nodeWidth, height: nodeHeight(data.row) };
  // No id is null, as the handles that are drawn have it: else none knows that a link is being drawn from it.
  const handle = { id: null, y: size.height / 2, width: 1, height: 1 };
  return {
    id: data.row.id,
    type: 'task',
    position,
    data,
    ...size,
    measured: size,
    zIndex: aboveEdges,
    handles: [
      { ...handle, type: 'target', position: Position.Left, x: 0 },
      { ...handle, type: 'source', position: Position.Right, x: nodeWidth - 1 },
    ],
    ariaRole: 'group',
    ariaLabel: data.row.title,
  };
}

export type EdgeMarks = {
  readonly showCritical: boolean;
  readonly chosen: string | undefined;
  /** One that is being drawn, or that the tracker has not taken yet. */
  readonly pending: Pick<GraphLink, 'from' | 'to' | 'type'> | undefined;
  readonly titleOf: (id: string) => string;
  readonly onRemove: (link: GraphLink) => void;
};

const says: Readonly<Record<GraphLink['type'], (from: string, to: string) => string>> = {
  blocks: (from, to) => `${to} waits for ${from}`,
  'waits-for': (from, to) => `${to} waits for the children of ${from}`,
  'on-failure': (from, to) => `${to} runs if ${from} fails`,
  related: (from, to) => `${to} is related to ${from}`,
  'discovered-from': (from, to) => `${to} was found during ${from}`,
  'parent-child': (from, to) => `${to} is part of ${from}`,
};

/** What a link says, in words. */
export function sayLink(
  { type, from, to }: Pick<GraphLink, 'type' | 'from' | 'to'>,
  titleOf: (id: string) => string,
): string {
  return says[type](`“${titleOf(from)}”`, `“${titleOf(to)}”`);
}

/** Links on which nothing follows from anything. */
const noArrow: ReadonlySet<GraphLink['type']> = new Set(['related', 'parent-child']);

/** The edges to draw, those that stand out last, so that they lie above the others. */
export function edgesOf({ links, critical }: GraphView, { routes }: Layout, marks: EdgeMarks): LinkEdge[] {
  const steps = new Set(critical.ids.slice(1).map((id, index) => routeKey([critical.ids[index] ?? '', id])));
  const pending: GraphLink[] = marks.pending ? [{ ...marks.pending, id: 'pending', unmet: true }] : [];
  const edges = [...links, ...pending].map((link): LinkEdge => {
    const key = routeKey([link.from, link.to]);
    const onPath = marks.showCritical && isBlocking(link) && steps.has(key);
    const chosen = marks.chosen === link.id;
    const name = sayLink(link, marks.titleOf);
    const color = chosen ? 'var(--accent)' : onPath ? 'var(--fg)' : 'var(--graph-line)';
    return {
      id: link.id,
      type: 'link',
      source: link.from,
      target: link.to,
      ariaLabel: name,
      zIndex: chosen ? 2 : onPath ? 1 : 0,
      ...(noArrow.has(link.type)
        ? {}
        : { markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16, color, markerUnits: 'userSpaceOnUse' } }),
      data: {
        link,
        route: routes.get(key) ?? [],
        critical: onPath,
        chosen,
        pending: link.id === 'pending',
        name,
        onRemove: marks.onRemove,
      },
    };
  });
  return edges;
}
