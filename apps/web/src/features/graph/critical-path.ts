import type { TaskRow } from '../../data/api-types.ts';
import type { GraphLink } from './graph-view.ts';

export type CriticalPath = {
  /** From the task that can begin to the last one. */
  readonly ids: readonly string[];
  /** Minutes of work on it that are estimated; undefined when nothing on it is. */
  readonly minutes: number | undefined;
  /** Whether some of its tasks have no estimate. */
  readonly partly: boolean;
};

const none: CriticalPath = { ids: [], minutes: undefined, partly: false };

function isUnfinished(row: TaskRow): boolean {
  return row.status !== 'closed';
}

/** What a task without an estimate counts: the median of the estimates there are, or 1, so that the most tasks win. */
function usualWeight(rows: readonly TaskRow[]): number {
  const known = rows.flatMap(({ estimate }) => (estimate ? [estimate] : [])).sort((a, b) => a - b);
  return known[Math.floor(known.length / 2)] ?? 1;
}

/**
 * The longest chain of unfinished tasks in which each keeps the next from beginning: what decides when all is done.
 * A task is as long as its estimate; without one it counts as the median of the others. Only links that are not met
 * count, of those that block: `blocks`, `waits-for` and `on-failure`. A chain has two tasks at least.
 */
export function criticalPath(rows: readonly TaskRow[], links: readonly GraphLink[]): CriticalPath {
  const open = new Map(rows.filter(isUnfinished).map((row) => [row.id, row]));
  const usual = usualWeight([...open.values()]);
  const { after, waits } = stepsOf(open, links);
  const length = new Map<string, number>();
  const before = new Map<string, string>();
  const weigh = (id: string) => open.get(id)?.estimate || usual;
  const queue = [...open.keys()].filter((id) => !waits.has(id));
  for (const id of queue) length.set(id, weigh(id));
  for (const id of queue) {
    for (const next of after.get(id) ?? []) {
      const total = (length.get(id) ?? 0) + weigh(next);
      if (total > (length.get(next) ?? 0)) {
        length.set(next, total);
        before.set(next, id);
      }
      const left = (waits.get(next) ?? 0) - 1;
      waits.set(next, left);
      if (left === 0) queue.push(next);
    }
  }
  return toPath(before, length, open);
}

/** What each unfinished task keeps from beginning, and by how many each is kept. */
function stepsOf(open: ReadonlyMap<string, TaskRow>, links: readonly GraphLink[]) {
  const after = new Map<string, string[]>();
  const waits = new Map<string, number>();
  for (const { from, to, unmet } of links) {
    if (!unmet || !open.has(from) || !open.has(to)) continue;
    const next = after.get(from);
    if (next) next.push(to);
    else after.set(from, [to]);
    waits.set(to, (waits.get(to) ?? 0) + 1);
  }
  return { after, waits };
}

function toPath(
  before: ReadonlyMap<string, string>,
  length: ReadonlyMap<string, number>,
  open: ReadonlyMap<string, TaskRow>,
): CriticalPath {
  let end: string | undefined;
  for (const id of before.keys()) {
    if (end === undefined || (length.get(id) ?? 0) > (length.get(end) ?? 0)) end = id;
  }
  if (end === undefined) return none;
  const ids: string[] = [];
  for (let at: string | undefined = end; at !== undefined; at = before.get(at)) ids.unshift(at);
  const estimates = ids.map((id) => open.get(id)?.estimate ?? 0);
  const minutes = estimates.reduce((sum, each) => sum + each, 0);
  return { ids, minutes: minutes || undefined, partly: estimates.some((each) => !each) };
}
