/** What each node of a graph leads to. */
export type Graph<Node> = ReadonlyMap<Node, readonly Node[]>;

/**
 * One way round for each set of nodes that all lead to each other; nothing for a graph without circles.
 * @returns paths that begin and end with the same node.
 */
export function findCycles<Node>(graph: Graph<Node>): readonly (readonly Node[])[] {
  return knots(graph).flatMap((knot) => {
    const [start] = knot;
    return start === undefined ? [] : [wayRound(graph, start, new Set(knot))];
  });
}

type Visit<Node> = { readonly node: Node; readonly next: Iterator<Node> };

/** Sets of more than one node that all lead to each other, and nodes that lead to themselves (Tarjan, without recursion). */
function knots<Node>(graph: Graph<Node>): readonly (readonly Node[])[] {
  const order = new Map<Node, number>();
  const lowest = new Map<Node, number>();
  const stack: Node[] = [];
  const onStack = new Set<Node>();
  const found: Node[][] = [];
  const lower = (node: Node, to: number | undefined) =>
    lowest.set(node, Math.min(lowest.get(node) ?? Number.POSITIVE_INFINITY, to ?? Number.POSITIVE_INFINITY));
  const enter = (node: Node): Visit<Node> => {
    order.set(node, order.size);
    lowest.set(node, order.size - 1);
    stack.push(node);
    onStack.add(node);
    return { node, next: (graph.get(node) ?? [])[Symbol.iterator]() };
  };
  const leave = (node: Node) => {
    if (lowest.get(node) !== order.get(node)) return;
    const knot = stack.splice(stack.lastIndexOf(node));
    for (const one of knot) onStack.delete(one);
    if (knot.length > 1 || graph.get(node)?.includes(node)) found.push(knot);
  };
  for (const root of graph.keys()) {
    const visits = order.has(root) ? [] : [enter(root)];
    for (let at = visits.at(-1); at !== undefined; at = visits.at(-1)) {
      const step = at.next.next();
      if (step.done) {
        visits.pop();
        leave(at.node);
        const above = visits.at(-1);
        if (above) lower(above.node, lowest.get(at.node));
      } else if (!order.has(step.value)) visits.push(enter(step.value));
      else if (onStack.has(step.value)) lower(at.node, order.get(step.value));
    }
  }
  return found;
}

/** The shortest way from a node back to itself inside a knot. */
function wayRound<Node>(graph: Graph<Node>, start: Node, knot: ReadonlySet<Node>): readonly Node[] {
  const from = new Map<Node, Node>();
  const queue = [start];
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) return [...pathBack(from, node, start), start];
      if (!knot.has(next) || from.has(next)) continue;
      from.set(next, node);
      queue.push(next);
    }
  }
  throw new Error('a knot has no way round');
}

function pathBack<Node>(from: ReadonlyMap<Node, Node>, end: Node, start: Node): readonly Node[] {
  const path = [end];
  for (let node = end; node !== start; ) {
    const before = from.get(node);
    if (before === undefined) break;
    path.push(before);
    node = before;
  }
  return path.reverse();
}
