import { ok, type Page, type Result } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import type { ListFailure } from '../model/task-failure.ts';
import type { Blocker, TaskRow, TaskState, WaitEnd } from '../model/task-view.ts';
import { findWaitEnds } from './find-wait-ends.ts';
import { type ListInput, listTasks, taskRows } from './list-tasks.ts';
import { needsPlanCondition } from './ready-sql.ts';
import { blockedCondition } from './task-filter.ts';
import { waitsFor } from './waits-for.ts';

/** What another task has to do with it, and how that one stands. */
export type ShownBlocker = Blocker & { readonly title: string; readonly state: TaskState | null };

export type BlockedRow = TaskRow & {
  readonly waitsFor: readonly ShownBlocker[];
  /** What it waits for in the end, where that is another task than those; null elsewhere. */
  readonly inTheEnd: WaitEnd | null;
  /** What is the matter with the plan that it is to have; null where nothing is. */
  readonly plan: 'not-written' | 'not-approved' | null;
};

/**
 * Tasks that wait for others, are held back by an ancestor, or wait for a person or for their plan, with what each waits
 * for.
 */
export async function listBlocked(db: ReadDb, input: ListInput): Promise<Result<Page<BlockedRow>, ListFailure>> {
  const page = await listTasks(db, { ...input, also: [...(input.also ?? []), { sql: blockedCondition, params: [] }] });
  if (!page.ok) return page;
  const blockers = new Map<string, readonly Blocker[]>();
  for (const { id } of page.value.items) blockers.set(id, await waitsFor(db, id));
  const others = await taskRows(db, [...new Set([...blockers.values()].flat().map(({ id }) => id))]);
  const shown = (blocker: Blocker): ShownBlocker => {
    const other = others.get(blocker.id);
    return { ...blocker, title: other?.title ?? '', state: other?.state ?? null };
  };
  const plans = await missingPlans(
    db,
    page.value.items.map(({ id }) => id),
  );
  const ends = await findWaitEnds(
    db,
    page.value.items.map(({ id }) => id),
  );
  const items = page.value.items.map((row) => ({
    ...row,
    inTheEnd: ends.get(row.id)?.find(({ path }) => path.length > 1) ?? null,
    waitsFor: (blockers.get(row.id) ?? []).map(shown),
    plan: plans.get(row.id) ?? null,
  }));
  return ok({ ...page.value, items });
}

async function missingPlans(
  db: ReadDb,
  ids: readonly string[],
): Promise<ReadonlyMap<string, 'not-written' | 'not-approved'>> {
  const rows = await db.all<{ id: string; written: number }>(
    `SELECT t.id, EXISTS (SELECT 1 FROM task_plans p WHERE p.task_n = t.n) AS written FROM tasks t
     WHERE t.id IN (SELECT value FROM json_each(?)) AND ${needsPlanCondition}`,
    [JSON.stringify(ids)],
  );
  return new Map(rows.map(({ id, written }) => [id, written === 1 ? 'not-approved' : 'not-written']));
}
