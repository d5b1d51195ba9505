import { whyEnded } from '@cw/agents';
import { ok, type Result } from '@cw/kernel';
import { choicesFor } from '@cw/messages';
import type { Tx } from '@cw/storage';
import { getTask } from '@cw/tasks';
import { actFor } from '../deps.ts';
import { settleKeptBack } from '../steps/keep-back.ts';
import { askOn } from './ask-on.ts';
import { blockForFailure } from './block-for-failure.ts';
import type { EndedRun } from './end-step.ts';
import { settleDone } from './settle-done.ts';
import { blockingOf, causeOf, settleFailed } from './settle-failed.ts';
import { settleHandoff } from './settle-handoff.ts';
import { settleUnchanged } from './settle-unchanged.ts';

/** Says what becomes of the task of a run that has ended. One that is closed, or in other hands, stays as it is. */
export async function settleTask(tx: Tx, ended: EndedRun): Promise<Result<unknown, unknown>> {
  const { run, verdict, rest, elsewhere } = ended;
  const task = await getTask(tx, run.taskId);
  if (task === undefined || task.status === 'closed') return ok(null);
  if (task.lease !== null && task.lease.holder !== run.id) return ok(null);
  if (rest !== undefined) return settleKeptBack(tx, { ...ended, rest });
  if (verdict.outcome === 'done' && elsewhere === undefined) {
    // Checks are run by the merge queue, which finds that there is nothing to merge.
    if (ended.isUnchanged && !(ended.hasChecks && run.headSha !== null))
      return settleUnchanged(tx, { run, task, checks: 'unchecked' }, actFor(run));
    return settleDone(tx, { ...ended, task }, actFor(run));
  }
  if (verdict.outcome === 'handoff' && elsewhere === undefined) return settleHandoff(tx, ended);
  if (causeOf(verdict) !== undefined && !ended.isFault) return settleFailed(tx, ended);
  return waitForPerson(tx, ended);
}

/** Has the task wait for a person: for an answer, or with the reason why it did not go on. */
function waitForPerson(tx: Tx, ended: EndedRun): Promise<Result<unknown, unknown>> {
  const { run, verdict, elsewhere } = ended;
  const act = actFor(run);
  const reason = elsewhere ?? whyEnded(verdict);
  const blocking = { ...blockingOf(run, verdict), reason };
  if (verdict.outcome !== 'needs-input') return blockForFailure(tx, blocking, act);
  const choices = verdict.doneWithout && elsewhere === undefined ? choicesFor.denied : undefined;
  return askOn(tx, { ...blocking, kind: 'question', choices, run, asks: ended.questions }, act);
}
