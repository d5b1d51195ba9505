import { type LayoutEdge, type LayoutNode, splitParts } from './graph-parts.ts';
import { orderLayers } from './layer-order.ts';
import { placeLayers } from './layer-places.ts';

export type Point = { readonly x: number; readonly y: number };

export type Layout = {
  /** The upper left corner of each node. */
  readonly places: ReadonlyMap<string, Point>;
  /** Where an edge that passes columns goes through them, by `routeKey`. */
  readonly routes: ReadonlyMap<string, readonly Point[]>;
  readonly width: number;
  readonly height: number;
};

export const nodeWidth = 196;
const columnGap = 46;
const columnStep = nodeWidth + columnGap;
const partGap = 40;
const singleGap = 18;
const leastWidth = 5 * columnStep;
const formOfScreen = 1.7;

/**
 * Places tasks in columns, each to the right of all it needs. Parts that hang together are laid out by themselves and
 * set in rows, the largest first; tasks without a link follow in a grid. Circles do not matter: an edge that leads back
 * is drawn, but moves nothing. Takes time in proportion to nodes and to the columns that edges pass.
 */
export function layOut(nodes: readonly LayoutNode[], edges: readonly LayoutEdge[]): Layout {
  const { parts, singles } = splitParts(nodes, edges);
  const places = new Map<string, Point>();
  const routes = new Map<string, readonly Point[]>();
  const blocks = parts.map((part) => layOutPart(part.nodes, part.edges));
  const width = Math.max(leastWidth, ...blocks.map((block) => block.width), goodWidth(blocks, singles));
  let [left, top, rowHeight] = [0, 0, 0];
  for (const block of blocks) {
    if (left > 0 && left + block.width > width) {
      top += rowHeight + partGap;
      [left, rowHeight] = [0, 0];
    }
    const move = ({ x, y }: Point): Point => ({ x: x + left, y: y + top });
    for (const [id, place] of block.places) places.set(id, move(place));
    for (const [key, points] of block.routes) routes.set(key, points.map(move));
    left += block.width + columnGap;
    rowHeight = Math.max(rowHeight, block.height);
  }
  if (blocks.length > 0) top += rowHeight + partGap;
  const bottom = placeSingles(
    singles,
    { top, perRow: Math.max(1, Math.floor((width + columnGap) / columnStep)) },
    places,
  );
  return { places, routes, width, height: bottom };
}

/** The width at which all of it takes about the form of a screen. */
function goodWidth(blocks: readonly Layout[], singles: readonly LayoutNode[]): number {
  const parts = blocks.map(({ width, height }) => (width + columnGap) * (height + partGap));
  const rest = singles.map(({ height }) => columnStep * (height + singleGap));
  return Math.sqrt([...parts, ...rest].reduce((sum, each) => sum + each, 0) * formOfScreen);
}

function placeSingles(
  singles: readonly LayoutNode[],
  { top, perRow }: { readonly top: number; readonly perRow: number },
  places: Map<string, Point>,
): number {
  let y = top;
  for (let at = 0; at < singles.length; at += perRow) {
    const row = singles.slice(at, at + perRow);
    for (const [column, { id }] of row.entries()) places.set(id, { x: column * columnStep, y });
    y += Math.max(...row.map(({ height }) => height)) + singleGap;
  }
  return Math.max(0, y - (singles.length > 0 ? singleGap : partGap));
}

function layOutPart(nodes: readonly LayoutNode[], edges: readonly LayoutEdge[]): Layout {
  const layers = orderLayers(nodes, edges);
  const ys = placeLayers(layers);
  const places = new Map<string, Point>();
  const ports = new Map<string, Point[]>();
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [column, layer] of layers.entries()) {
    for (const spot of layer) {
      const y = ys.get(spot) ?? 0;
      first = Math.min(first, y);
      last = Math.max(last, y + spot.height);
      if (spot.id !== undefined) places.set(spot.id, { x: column * columnStep, y });
      else if (spot.route !== undefined) {
        const points = ports.get(spot.route) ?? [];
        points.push({ x: column * columnStep, y: y + spot.height / 2 });
        ports.set(spot.route, points);
      }
    }
  }
  const up = ({ x, y }: Point): Point => ({ x, y: y - first });
  return {
    places: new Map([...places].map(([id, place]) => [id, up(place)])),
    routes: new Map([...ports].map(([key, points]) => [key, points.map(up)])),
    width: layers.length * columnStep - columnGap,
    height: last - first,
  };
}
