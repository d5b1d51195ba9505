import { ok, type Result } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import type { ListFailure } from '../model/task-failure.ts';
import type { Blocker, Page, TaskRow, TaskState } from '../model/task-view.ts';
import { type ListInput, listTasks, taskRows } from './list-tasks.ts';
import { blockedCondition } from './task-filter.ts';
import { waitsFor } from './waits-for.ts';

/** What another task has to do with it, and how that one stands. */
export type ShownBlocker = Blocker & { readonly title: string; readonly state: TaskState | null };

export type BlockedRow = TaskRow & { readonly waitsFor: readonly ShownBlocker[] };

/** Tasks that wait for others, are held back by an ancestor, or wait for a person, with what each waits for. */
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
  const items = page.value.items.map((row) => ({ ...row, waitsFor: (blockers.get(row.id) ?? []).map(shown) }));
  return ok({ ...page.value, items });
}
