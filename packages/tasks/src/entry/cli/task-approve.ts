import type { CliAnswer, CliContext, CliInput } from '@cw/entry';
import { ok } from '@cw/kernel';
import { approveGate } from '../../commands/approve-gate.ts';
import { run } from '../../run.ts';
import { refuse } from '../refusals.ts';
import { taskAnswer, withOthers } from './task-answer.ts';

/** `cw task approve`. */
export async function taskApprove(input: CliInput, context: CliContext): Promise<CliAnswer> {
  const wanted = { task: input.argument('task') };
  const approved = await run(context.workspace, approveGate, wanted, await context.act());
  if (!approved.ok) return refuse(approved);
  return ok(withOthers(taskAnswer(approved.value, 'Approved'), approved.value.consequences));
}
