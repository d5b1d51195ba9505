export type LayoutNode = { readonly id: string; readonly height: number };
/** Ids of the task that comes first and of the one after it. */
export type LayoutEdge = readonly [from: string, to: string];

/** The name of an edge where both its ends are known. */
export function routeKey([from, to]: LayoutEdge): string {
  return `${from} ${to}`;
}

export type Part = { readonly nodes: readonly LayoutNode[]; readonly edges: readonly LayoutEdge[] };

/** The parts of a graph that hang together, largest first, and the nodes that hang on nothing. */
export function splitParts(
  nodes: readonly LayoutNode[],
  edges: readonly LayoutEdge[],
): { readonly parts: readonly Part[]; readonly singles: readonly LayoutNode[] } {
  const leader = new Map(nodes.map(({ id }) => [id, id]));
  const find = (id: string): string => {
    let at = id;
    for (let up = leader.get(at); up !== undefined && up !== at; up = leader.get(at)) {
      leader.set(at, leader.get(up) ?? up);
      at = up;
    }
    return at;
  };
  const inside = edges.filter(([from, to]) => from !== to && leader.has(from) && leader.has(to));
  for (const [from, to] of inside) leader.set(find(from), find(to));
  const byLeader = new Map<string, { nodes: LayoutNode[]; edges: LayoutEdge[] }>();
  for (const node of nodes) {
    const key = find(node.id);
    const part = byLeader.get(key);
    if (part) part.nodes.push(node);
    else byLeader.set(key, { nodes: [node], edges: [] });
  }
  for (const edge of inside) byLeader.get(find(edge[0]))?.edges.push(edge);
  const all = [...byLeader.values()];
  return {
    parts: all.filter((part) => part.nodes.length > 1).sort((a, b) => b.nodes.length - a.nodes.length),
    singles: all.filter((part) => part.nodes.length === 1).flatMap((part) => part.nodes),
  };
}
