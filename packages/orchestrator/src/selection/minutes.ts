import type { OpenGraph, TaskSize } from '@cw/tasks';

type Sized = { readonly estimate: number | null; readonly size: TaskSize | null };

const minutesOfSize: Readonly<Record<TaskSize, number>> = { XS: 10, S: 30, M: 60, L: 120, XL: 240 };

/** What a task is thought to take that says nothing of it. */
const usualMinutes = 60;

/**
 * Minutes that a task is thought to take: its estimate, else by its size, else as others like it took.
 * @param alike minutes that runs of like tasks took
 */
export function expectedMinutes({ estimate, size }: Sized, alike?: number): number {
  return estimate ?? (size === null ? (alike ?? usualMinutes) : minutesOfSize[size]);
}

/**
 * For each open task the minutes of the longest chain of tasks that wait for each other and begin with it: the more, the
 * longer everything takes if it is left for later. An epic adds nothing of its own.
 */
export function longestChains({ tasks, edges }: OpenGraph): ReadonlyMap<number, number> {
  const waiting = new Map<number, number[]>();
  for (const { on, waits } of edges) {
    const others = waiting.get(on);
    if (others) others.push(waits);
    else waiting.set(on, [waits]);
  }
  const own = new Map(tasks.map((task) => [task.n, task.type === 'epic' ? 0 : expectedMinutes(task)]));
  const chains = new Map<number, number>();
  for (const { n } of tasks) measure(n);
  return chains;

  /** Without recursion: a chain may be as long as there are tasks. A circle, which there is none, would end where it closes. */
  function measure(start: number): void {
    const path = [start];
    const begun = new Set<number>();
    for (let n = path.at(-1); n !== undefined; n = path.at(-1)) {
      const next = waiting.get(n) ?? [];
      const open = begun.has(n) ? [] : next.filter((other) => !chains.has(other) && !begun.has(other));
      begun.add(n);
      if (open.length > 0) {
        path.push(...open);
        continue;
      }
      path.pop();
      chains.set(n, (own.get(n) ?? 0) + Math.max(0, ...next.map((other) => chains.get(other) ?? 0)));
    }
  }
}
