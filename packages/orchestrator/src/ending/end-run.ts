import type { RunRecord } from '@cw/agents';
import { ok, type Result, unwrap } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import type { Reached } from '../commands/advance-run.ts';
import { type Driving, whileDispatching } from '../deps.ts';
import { takeBackAsks, takeBackSilence, tellLateAnswers } from './end-asks.ts';
import type { EndedRun, EndStep } from './end-step.ts';
import { findEnd } from './find-end.ts';
import type { RunFault } from './judge-end.ts';
import { pauseAfterFailures } from './pause-after-failures.ts';
import { proposeFollowUps } from './propose-follow-ups.ts';
import { recordEnd } from './record-end.ts';
import { settleMessages } from './settle-messages.ts';
import { settleTask } from './settle-task.ts';

/** What the end of a run brings with it, in this order. */
const steps: readonly EndStep[] = [
  proposeFollowUps,
  settleMessages,
  pauseAfterFailures,
  takeBackSilence,
  takeBackAsks,
  tellLateAnswers,
  settleTask,
];

/**
 * Ends a run and says what becomes of its task, in one transaction: into the merge queue, closed when there was nothing to
 * merge, tried again as the kind of its failure says, else waiting for a person with the reason.
 * @param fault why the run cannot go on, when it never came to a result of its own
 */
export async function endRun(deps: Driving, run: RunRecord, fault?: RunFault): Promise<Reached> {
  const found = await findEnd(deps, run, fault);
  if (found === undefined) return undefined;
  unwrap(
    await whileDispatching(deps, async (tx) => {
      const ended = await recordEnd(deps, tx, { run, found });
      return ended.ok ? takeSteps(tx, ended.value) : ended;
    }),
  );
  return undefined;
}

async function takeSteps(tx: Tx, ended: EndedRun): Promise<Result<unknown, unknown>> {
  for (const step of steps) {
    const taken = await step(tx, ended);
    if (!taken.ok) return taken;
  }
  return ok(null);
}
