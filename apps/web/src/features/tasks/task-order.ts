import type { TaskRow } from '../../data/api-types.ts';
import type { TaskSort } from './task-search.ts';

type Order = (a: TaskRow, b: TaskRow) => number;

/** ISO times, ids and priorities are compared as they are written, which costs a tenth of what a language's order does. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What has no value comes last. */
function lastIfNone(a: string | null, b: string | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return compare(a, b);
}

export function isOver(row: TaskRow): boolean {
  return row.state === 'done' || row.state === 'cancelled';
}

const language = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** As `cw task list` sorts: what happened newest first, what is due soonest first. */
const orders: Readonly<Record<TaskSort, Order>> = {
  priority: (a, b) => compare(a.priority, b.priority) || compare(a.createdAt, b.createdAt),
  updated: (a, b) => compare(b.updatedAt, a.updatedAt),
  created: (a, b) => compare(b.createdAt, a.createdAt),
  due: (a, b) => lastIfNone(a.dueAt, b.dueAt),
  closed: (a, b) => compare(b.closedAt ?? '', a.closedAt ?? ''),
  title: (a, b) => language.compare(a.title, b.title),
  estimate: (a, b) => (a.estimate ?? Number.POSITIVE_INFINITY) - (b.estimate ?? Number.POSITIVE_INFINITY) || 0,
};

/** The order of the rows of a group. Sorted by urgency, what is over comes last and newest first. */
export function orderOf(sort: TaskSort, reverse: boolean): Order {
  const turn = reverse ? -1 : 1;
  return (a, b) => {
    if (sort === 'priority') {
      const [left, right] = [isOver(a), isOver(b)];
      if (left !== right) return left ? 1 : -1;
      if (left) return compare(b.updatedAt, a.updatedAt) || compare(a.id, b.id);
    }
    return turn * orders[sort](a, b) || compare(a.id, b.id);
  };
}
