import type { TaskRow, TaskState } from '../../data/api-types.ts';
import { taskWay } from '../../entities/task/task-state.ts';

function isOver(state: TaskState): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled';
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function byUrgency(a: TaskRow, b: TaskRow): number {
  return compare(a.priority, b.priority) || compare(a.createdAt, b.createdAt) || compare(a.id, b.id);
}

function newestFirst(a: TaskRow, b: TaskRow): number {
  return compare(b.updatedAt, a.updatedAt) || compare(a.id, b.id);
}

/**
 * The rows of each column, urgent and then old ones first, of what is over the newest.
 * @param placed where tasks are shown whose move the server has not confirmed yet
 */
export function columnsOf(
  rows: readonly TaskRow[],
  placed: ReadonlyMap<string, TaskState>,
): ReadonlyMap<TaskState, readonly TaskRow[]> {
  const columns = new Map<TaskState, TaskRow[]>(taskWay.map((state) => [state, []]));
  for (const row of rows) columns.get(placed.get(row.id) ?? row.state)?.push(row);
  for (const [state, list] of columns) list.sort(isOver(state) ? newestFirst : byUrgency);
  return columns;
}

type Place = { readonly state: TaskState; readonly index: number };

function placeOf(columns: ReadonlyMap<TaskState, readonly TaskRow[]>, id: string): Place | undefined {
  for (const [state, rows] of columns) {
    const index = rows.findIndex((row) => row.id === id);
    if (index >= 0) return { state, index };
  }
  return undefined;
}

export type Direction = 'up' | 'down' | 'left' | 'right';

/** The card that lies next to one: within its column, or at the same height of the nearest column that has cards. */
export function neighbour(
  columns: ReadonlyMap<TaskState, readonly TaskRow[]>,
  id: string | undefined,
  direction: Direction,
): string | undefined {
  const place = id === undefined ? undefined : placeOf(columns, id);
  const filled = taskWay.filter((state) => (columns.get(state)?.length ?? 0) > 0);
  if (!place) {
    const first = filled[0];
    return first && columns.get(first)?.[0]?.id;
  }
  if (direction === 'up' || direction === 'down') {
    return columns.get(place.state)?.[place.index + (direction === 'up' ? -1 : 1)]?.id ?? id;
  }
  const next = filled[filled.indexOf(place.state) + (direction === 'left' ? -1 : 1)];
  const rows = next && columns.get(next);
  return rows ? rows[Math.min(place.index, rows.length - 1)]?.id : id;
}
