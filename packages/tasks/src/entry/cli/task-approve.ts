import type { CliAnswer, CliContext, CliInput } from '@cw/entry';
import { ok } from '@cw/kernel';
import { approveGate } from '../../commands/approve-gate.ts';
import { run } from '../../run.ts';
import { refuse } from '../refusals.ts';
import { taskAnswer } from './task-answer.ts';

/** `cw task approve`. */
export async function taskApprove(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const wanted = { task: input.argument('task') };
  const approved = await run(context.workspace, approveGate, wanted, await context.act());
  return approved.ok ? ok(taskAnswer(approved.value, 'Approved')) : refuse(approved);
}
