import { type LayoutEdge, type LayoutNode, routeKey } from './graph-parts.ts';

/** One place in a column: a node, or where an edge passes. */
export type Spot = {
  readonly id: string | undefined;
  readonly route: string | undefined;
  readonly height: number;
  readonly before: Spot[];
  readonly after: Spot[];
};

const sweeps = 8;
const passHeight = 10;
/** Edges that pass more columns than this go straight: a graph of very many long edges must not cost more than it shows. */
const longestRoute = 24;

/** The columns of a part that hangs together, each in the order that a few sweeps found to cross least. */
export function orderLayers(nodes: readonly LayoutNode[], edges: readonly LayoutEdge[]): readonly (readonly Spot[])[] {
  const { order, ranks } = rankNodes(nodes, edges);
  const spots = new Map(nodes.map(({ id, height }) => [id, spotOf({ id, height })]));
  const layers: Spot[][] = [];
  const put = (rank: number, spot: Spot) => {
    const layer = layers[rank] ?? [];
    layers[rank] = layer;
    layer.push(spot);
  };
  for (const id of order) {
    const spot = spots.get(id);
    if (spot) put(ranks.get(id) ?? 0, spot);
  }
  for (const edge of new Map(edges.map((each) => [routeKey(each), each])).values()) {
    const [from, to] = [spots.get(edge[0]), spots.get(edge[1])];
    const [start, end] = [ranks.get(edge[0]) ?? 0, ranks.get(edge[1]) ?? 0];
    if (!from || !to || end <= start) continue;
    let last = from;
    for (let rank = start + 1; rank < end && end - start <= longestRoute; rank += 1) {
      const pass = spotOf({ route: routeKey(edge), height: passHeight });
      put(rank, pass);
      connect(last, pass);
      last = pass;
    }
    connect(last, to);
  }
  return untangle(layers.filter((layer) => layer !== undefined));
}

function spotOf(spot: { readonly id?: string; readonly route?: string; readonly height: number }): Spot {
  return { id: spot.id, route: spot.route, height: spot.height, before: [], after: [] };
}

function connect(from: Spot, to: Spot): void {
  from.after.push(to);
  to.before.push(from);
}

/**
 * The column of each node: one more than that of the last node it follows. What follows nothing stands right before
 * the first node that follows it. In a circle the node that was given first counts as the start.
 */
function rankNodes(nodes: readonly LayoutNode[], edges: readonly LayoutEdge[]) {
  const after = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  const open = new Map<string, number>(nodes.map(({ id }) => [id, 0]));
  for (const [from, to] of edges) {
    after.get(from)?.push(to);
    open.set(to, (open.get(to) ?? 0) + 1);
  }
  const sources = new Set(nodes.filter(({ id }) => open.get(id) === 0).map(({ id }) => id));
  const ranks = new Map<string, number>();
  const order: string[] = [];
  const queue = [...sources];
  const take = (id: string) => {
    if (ranks.has(id)) return;
    ranks.set(id, wanted.get(id) ?? 0);
    order.push(id);
    for (const next of after.get(id) ?? []) {
      if (ranks.has(next)) continue;
      wanted.set(next, Math.max(wanted.get(next) ?? 0, (ranks.get(id) ?? 0) + 1));
      const left = (open.get(next) ?? 0) - 1;
      open.set(next, left);
      if (left === 0) queue.push(next);
    }
  };
  const wanted = new Map<string, number>();
  for (const node of [undefined, ...nodes]) {
    if (node) queue.push(node.id);
    for (const id of queue.splice(0)) take(id);
    while (queue.length > 0) for (const id of queue.splice(0)) take(id);
  }
  for (const id of sources) {
    const next = (after.get(id) ?? []).map((each) => ranks.get(each) ?? 0);
    if (next.length > 0) ranks.set(id, Math.max(0, Math.min(...next) - 1));
  }
  return { order, ranks };
}

/** Sorts each column by where its neighbours stand, to and fro, and keeps the best that was seen. */
function untangle(layers: readonly Spot[][]): readonly (readonly Spot[])[] {
  let best = layers.map((layer) => [...layer]);
  let fewest = crossings(layers);
  for (let sweep = 0; sweep < sweeps && fewest > 0; sweep += 1) {
    const forward = sweep % 2 === 0;
    const columns = forward ? layers.slice(1) : layers.slice(0, -1).reverse();
    const places = new Map<Spot, number>();
    const note = (layer: readonly Spot[]) => {
      for (const [index, spot] of layer.entries()) places.set(spot, index / layer.length);
    };
    for (const layer of layers) note(layer);
    for (const layer of columns) {
      const wish = new Map(layer.map((spot) => [spot, middle(forward ? spot.before : spot.after, places, spot)]));
      layer.sort((a, b) => (wish.get(a) ?? 0) - (wish.get(b) ?? 0));
      note(layer);
    }
    const count = crossings(layers);
    if (count >= fewest) continue;
    fewest = count;
    best = layers.map((layer) => [...layer]);
  }
  return best;
}

function middle(spots: readonly Spot[], places: ReadonlyMap<Spot, number>, self: Spot): number {
  if (spots.length === 0) return places.get(self) ?? 0;
  let sum = 0;
  for (const spot of spots) sum += places.get(spot) ?? 0;
  return sum / spots.length;
}

/** How many pairs of edges between neighbouring columns cross. */
function crossings(layers: readonly (readonly Spot[])[]): number {
  let count = 0;
  for (const [index, layer] of layers.entries()) {
    const places = new Map(layers[index + 1]?.map((spot, at) => [spot, at]));
    count += inversions(
      layer.map((spot) => spot.after.map((each) => places.get(each) ?? 0)),
      places.size,
    );
  }
  return count;
}

/** Pairs of numbers below `size` that stand in different lists, the greater one first. */
function inversions(lists: readonly (readonly number[])[], size: number): number {
  const tree = new Array<number>(size + 1).fill(0);
  let [count, seen] = [0, 0];
  for (const list of lists) {
    for (const value of list) count += seen - upTo(tree, value);
    for (const value of list) add(tree, value);
    seen += list.length;
  }
  return count;
}

function upTo(tree: readonly number[], value: number): number {
  let sum = 0;
  for (let at = value + 1; at > 0; at -= at & -at) sum += tree[at] ?? 0;
  return sum;
}

function add(tree: number[], value: number): void {
  for (let at = value + 1; at < tree.length; at += at & -at) tree[at] = (tree[at] ?? 0) + 1;
}
