import { age, type CliAnswer, type CliContext, type CliInput, textTable } from '@cw/entry';
import { ok } from '@cw/kernel';
import { acceptFollowUp, declineFollowUp } from '../../commands/decide-follow-up.ts';
import { findTask } from '../../queries/find-task.ts';
import { listProposals } from '../../queries/list-proposals.ts';
import { run } from '../../run.ts';
import { refuse } from '../refusals.ts';
import { taskAnswer } from './task-answer.ts';

/** `cw task proposals`. */
export async function taskProposals(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const { storage, clock } = context.workspace;
  const ref = input.option('task');
  const taskId = ref === undefined ? ok(undefined) : await findTask(storage.read, ref);
  if (!taskId.ok) return refuse(taskId);
  const state = input.flag('all') ? undefined : 'waiting';
  const page = await listProposals(storage.read, { taskId: taskId.value, state });
  return ok({
    data: page,
    ids: page.items.map((proposal) => proposal.id),
    text: (style) =>
      page.items.length === 0
        ? 'No follow-ups wait for a decision.'
        : textTable(
            [
              { title: 'ID', value: (row) => row.id, paint: (cell) => style.cyan(cell) },
              { title: 'STATE', value: (row) => row.state },
              { title: 'TITLE', value: (row) => row.title, flexible: true },
              { title: 'FROM', value: (row) => row.taskId },
              { title: 'AGE', value: (row) => age(Date.parse(row.createdAt), clock.now()), align: 'right' },
            ],
            page.items,
            { width: context.width, head: style.dim },
          ),
  });
}

/** `cw task accept`. */
export async function taskAccept(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const wanted = { followUp: input.argument('follow-up') };
  const accepted = await run(context.workspace, acceptFollowUp, wanted, await context.act());
  return accepted.ok ? ok(taskAnswer(accepted.value, 'Accepted as')) : refuse(accepted);
}

/** `cw task decline`. */
export async function taskDecline(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const wanted = { followUp: input.argument('follow-up') };
  const declined = await run(context.workspace, declineFollowUp, wanted, await context.act());
  if (!declined.ok) return refuse(declined);
  return ok({
    data: declined.value,
    ids: [declined.value.id],
    text: (style) => `Declined ${style.cyan(declined.value.id)}`,
  });
}
