import type { CliAnswer, CliContext, CliInput } from '@cw/entry';
import { ok, type Result } from '@cw/kernel';
import type { TaskFailure } from '../../model/task-failure.ts';
import type { Page, TaskRow } from '../../model/task-view.ts';
import { parseLimit } from '../../queries/cursor.ts';
import { hasExpiredLease, listReady } from '../../queries/list-ready.ts';

/** `cw task ready`: brings in writing code only where something is claimed or a lease ran out. */
export async function taskReady(input: CliInput, context: CliContext): Promise<CliAnswer> {
  if (input.flag('explain')) return (await import('./task-explain.ts')).taskExplain(input, context);
  const page = input.flag('claim') ? await claimFirst(context) : await readPage(input, context);
  if (!page.ok) return (await import('../refusals.ts')).refuse(page);
  const answer = page.value;
  const text = context.json ? undefined : (await import('./task-table.ts')).taskTable;
  const told = answer.items.length > 0 || context.json;
  const nothing = told ? '' : await (await import('./empty-text.ts')).emptyReady(context);
  return ok({
    data: answer,
    ids: answer.items.map((task) => task.id),
    text: (style) =>
      answer.items.length === 0
        ? nothing
        : (text?.(answer, { style, width: context.width, now: context.workspace.clock.now() }) ?? ''),
  });
}

async function readPage(input: CliInput, context: CliContext): Promise<Result<Page<TaskRow>, TaskFailure>> {
  const limit = parseLimit(input.option('limit'));
  if (!limit.ok) return limit;
  const { storage, clock } = context.workspace;
  if (await hasExpiredLease(storage.read, clock.now())) {
    const { freeExpired } = await import('./task-claim.ts');
    await freeExpired(context);
  }
  return listReady(storage.read, { limit: limit.value, cursor: input.option('cursor'), all: input.flag('all') });
}

async function claimFirst(context: CliContext): Promise<Result<Page<TaskRow>, TaskFailure>> {
  const { claimFirstReady } = await import('./task-claim.ts');
  return claimFirstReady(context);
}
