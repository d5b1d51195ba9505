import type { CliContext } from '@cw/entry';
import { ok, type Page, type Result } from '@cw/kernel';
import { claimTask } from '../../commands/claim-task.ts';
import type { TaskFailure } from '../../model/task-failure.ts';
import type { TaskRow } from '../../model/task-view.ts';
import { listReady } from '../../queries/list-ready.ts';
import { taskRow } from '../../queries/list-tasks.ts';
import type { Condition } from '../../queries/task-filter.ts';
import { run } from '../../run.ts';
import { freeExpired } from './task-claim.ts';

/** How another was quicker. */
const taken = new Set<TaskFailure['kind']>(['task.claimed', 'task.not-ready', 'task.running', 'task.already-closed']);

/** The first ready task of some, claimed, as a list of one; what others take meanwhile is passed over. */
export async function claimFirstAmong(
  context: CliContext,
  also: Condition,
): Promise<Result<Page<TaskRow>, TaskFailure>> {
  const { read } = context.workspace.storage;
  await freeExpired(context);
  let cursor: string | undefined;
  do {
    const page = await listReady(read, { also, cursor });
    if (!page.ok) return page;
    const claimed = await claimOneOf(page.value.items, context);
    if (!claimed.ok) return claimed;
    const row = claimed.value === undefined ? undefined : await taskRow(read, claimed.value);
    if (row) return ok({ items: [row], total: 1, nextCursor: null });
    cursor = page.value.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return ok({ items: [], total: 0, nextCursor: null });
}

async function claimOneOf(
  rows: readonly TaskRow[],
  context: CliContext,
): Promise<Result<string | undefined, TaskFailure>> {
  const [holder, act] = [await context.holder(), await context.act()];
  for (const { id } of rows) {
    const claimed = await run(context.workspace, claimTask, { task: id, holder }, act);
    if (claimed.ok) return ok(id);
    if (!taken.has(claimed.error.kind)) return claimed;
  }
  return ok(undefined);
}
