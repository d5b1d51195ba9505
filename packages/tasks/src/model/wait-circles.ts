import type { DependencyType } from './task-view.ts';
import { isBlocking, waitsOn } from './waiting.ts';

export type WaitEdge = { readonly task: string; readonly on: string; readonly type: DependencyType };

const points = { begin: 0, done: 1, children: 2 } as const;

/**
 * The edges that can be part of a circle, of many at once: those between points that reach each other. Every other edge
 * is sure to make none, in whatever order they are added. The points are those of `waiting.ts`.
 */
export function edgesInCircles<E extends WaitEdge>(edges: readonly E[]): ReadonlySet<E> {
  const places = new Map<string, number>();
  const next: number[][] = [];
  const place = (id: string) => {
    const known = places.get(id);
    if (known !== undefined) return known;
    const made = next.length;
    places.set(id, made);
    next.push([], [made, made + points.children], []);
    return made;
  };
  const steps = (edge: WaitEdge): readonly (readonly [number, number])[] => {
    const [task, on] = [place(edge.task), place(edge.on)];
    if (edge.type === 'parent-child') {
      return [
        [task + points.begin, on + points.begin],
        [on + points.children, task + points.done],
      ];
    }
    return isBlocking(edge.type) ? [[task + points.begin, on + points[waitsOn(edge.type, edge.on).point]]] : [];
  };
  for (const edge of edges) for (const [from, to] of steps(edge)) next[from]?.push(to);
  const groups = groupsOf(next);
  const together = ([from, to]: readonly [number, number]) => groups[from] === groups[to];
  return new Set(edges.filter((edge) => steps(edge).some(together)));
}

/** For each point the number of its group: points that reach each other have the same (Tarjan, without recursion). */
function groupsOf(next: readonly (readonly number[])[]): Int32Array {
  const groups = new Int32Array(next.length).fill(-1);
  const seen = new Int32Array(next.length).fill(-1);
  const lowest = new Int32Array(next.length);
  const tried = new Int32Array(next.length);
  const open: number[] = [];
  const path: number[] = [];
  let clock = 0;
  const enter = (point: number) => {
    seen[point] = lowest[point] = clock;
    clock += 1;
    open.push(point);
    path.push(point);
  };
  const leave = (point: number) => {
    path.pop();
    const above = path.at(-1);
    if (above !== undefined) lowest[above] = Math.min(at(lowest, above), at(lowest, point));
    if (lowest[point] !== seen[point]) return;
    for (let member = open.pop(); member !== undefined; member = member === point ? undefined : open.pop()) {
      groups[member] = point;
    }
  };
  for (let start = 0; start < next.length; start += 1) {
    if (seen[start] !== -1) continue;
    enter(start);
    for (let point = path.at(-1); point !== undefined; point = path.at(-1)) {
      const to = next[point]?.[at(tried, point)];
      tried[point] = at(tried, point) + 1;
      if (to === undefined) leave(point);
      else if (seen[to] === -1) enter(to);
      else if (groups[to] === -1) lowest[point] = Math.min(at(lowest, point), at(seen, to));
    }
  }
  return groups;
}

function at(numbers: Int32Array, index: number): number {
  return numbers[index] ?? 0;
}
