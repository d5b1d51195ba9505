import { type CliAnswer, type CliContext, type CliInput, moreNote } from '@cw/entry';
import { ok, type Page, type Result } from '@cw/kernel';
import type { TaskFailure } from '../../model/task-failure.ts';
import type { TaskRow } from '../../model/task-view.ts';
import { hasExpiredLease, listReady } from '../../queries/list-ready.ts';
import type { Condition } from '../../queries/task-filter.ts';
import { workOptions } from './filter-options.ts';
import { isGiven } from './given-options.ts';
import { taskTable } from './task-table.ts';
import { typedLimit } from './typed-limit.ts';

/** `cw task ready`: brings in writing code only where something is claimed or a lease ran out. */
export async function taskReady(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const also = workOptions.some((option) => isGiven(input, option))
    ? await (await import('./work-filter.ts')).readWork(input, context)
    : ok(await ofFolder(context));
  if (!also.ok) return (await import('../refusals.ts')).refuse(also);
  if (input.flag('explain')) return (await import('./task-explain.ts')).taskExplain(input, context, also.value);
  const page = await (input.flag('claim') ? claimFirst(context, also.value) : readPage(input, context, also.value));
  if (!page.ok) return (await import('../refusals.ts')).refuse(page);
  const answer = page.value;
  const told = answer.items.length > 0 || context.json;
  const nothing = told ? '' : await (await import('./empty-text.ts')).emptyReady(input, context);
  return ok({
    data: answer,
    ids: answer.items.map((task) => task.id),
    text: (style) =>
      answer.items.length === 0
        ? nothing
        : taskTable(answer, { style, width: context.width, now: context.workspace.clock.now() }),
    note: moreNote(answer),
  });
}

/** What a line that says nothing else means: the tasks of the project in whose repository it was typed. */
async function ofFolder(context: CliContext): Promise<Condition | undefined> {
  const project = await context.folderProject();
  return project && (await import('../../queries/task-filter.ts')).ofProject(project.id);
}

async function readPage(
  input: CliInput,
  context: CliContext,
  also: Condition | undefined,
): Promise<Result<Page<TaskRow>, TaskFailure>> {
  const limit = typedLimit(input, context);
  if (!limit.ok) return limit;
  const { storage, clock } = context.workspace;
  if (await hasExpiredLease(storage.read, clock.now())) {
    const { freeExpired } = await import('./task-claim.ts');
    await freeExpired(context);
  }
  const wanted = { limit: limit.value, cursor: input.option('cursor'), all: input.flag('all'), also };
  return listReady(storage.read, wanted);
}

async function claimFirst(
  context: CliContext,
  also: Condition | undefined,
): Promise<Result<Page<TaskRow>, TaskFailure>> {
  if (also !== undefined) return (await import('./claim-among.ts')).claimFirstAmong(context, also);
  return (await import('./task-claim.ts')).claimFirstReady(context);
}
