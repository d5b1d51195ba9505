import type { DependencyType } from './task-view.ts';

/**
 * What one task waits for, told exactly: a task can *begin* when its blockers are done and its parent can begin; it is
 * *done* after it began and its *children* are. Going round in these steps is a deadlock, whoever set which edge.
 */
export type WaitPoint = 'begin' | 'done' | 'children';
export type WaitNode = { readonly id: string; readonly point: WaitPoint };

/** One step of the graph that was reached, and from where. */
export type WaitStep = WaitNode & { readonly viaId: string | null; readonly viaPoint: WaitPoint | null };

/** Types that make a task wait; the others only point. */
export const blockingTypes: readonly DependencyType[] = ['blocks', 'waits-for', 'on-failure'];

export function isBlocking(type: DependencyType): boolean {
  return blockingTypes.includes(type);
}

/** What the beginning of a task waits for because of a dependency of this type on `id`. */
export function waitsOn(type: DependencyType, id: string): WaitNode {
  return { id, point: type === 'waits-for' ? 'children' : 'done' };
}

/**
 * The ids on the shortest way to `goal` among the steps reached, in order, each once in a row; undefined when it was
 * not reached.
 * @param steps breadth first, as they were reached.
 */
export function pathTo(goal: WaitNode, steps: readonly WaitStep[]): readonly string[] | undefined {
  const first = new Map<string, WaitStep>();
  for (const step of steps) if (!first.has(keyOf(step))) first.set(keyOf(step), step);
  let step = first.get(keyOf(goal));
  if (!step) return undefined;
  const ids: string[] = [step.id];
  while (step && step.viaId !== null && step.viaPoint !== null) {
    if (ids[0] !== step.viaId) ids.unshift(step.viaId);
    step = first.get(keyOf({ id: step.viaId, point: step.viaPoint }));
  }
  return ids;
}

function keyOf(node: WaitNode): string {
  return `${node.point} ${node.id}`;
}
