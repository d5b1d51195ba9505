import type { RunRecord } from '@cw/agents';
import { readSetting } from '@cw/config';
import { ok, type Result } from '@cw/kernel';
import { runLimit } from '@cw/messages';
import type { Tx } from '@cw/storage';
import { getTask, listProposals, type ProposalView, tasksWithin } from '@cw/tasks';
import { autoAcceptKey } from '../config-keys.ts';
import { actFor } from '../deps.ts';
import type { EndStep } from './end-step.ts';

/**
 * Keeps the work that an agent found beside its task: for a person to decide on, or, where people said so, as tasks, those
 * too that it proposed while it worked. Those beyond what a run may propose in all are left out, which the task then says.
 */
export const proposeFollowUps: EndStep = async (tx, { run, verdict }) => {
  const { taskId, projectId } = run;
  const { most, setting } = await runLimit(tx, 'followUps', run);
  const room = Math.max(0, most - (await proposedBy(tx, run)).length);
  const dropped = verdict.followUps.length - room;
  for (const { title, description } of verdict.followUps.slice(0, room)) {
    const proposed = await tasksWithin(tx).proposeFollowUp({ taskId, title, description }, actFor(run));
    if (!proposed.ok) return proposed;
  }
  if (dropped > 0) {
    const text = `${dropped} of the follow-ups in the result of ${run.id} were left out: a run may propose ${most} (${setting}).`;
    const said = await tasksWithin(tx).comment({ task: taskId, text }, actFor(run));
    if (!said.ok) return said;
  }
  const { value: mode } = await readSetting(tx, autoAcceptKey, { project: projectId, task: taskId });
  return mode === 'no' ? ok(null) : acceptAll(tx, { run, assigns: mode === 'assign' });
};

/** What the run has proposed by now, through its tools and in its result. */
async function proposedBy(tx: Tx, { id, taskId }: RunRecord): Promise<readonly ProposalView[]> {
  const { items } = await listProposals(tx, { taskId });
  return items.filter(({ runId }) => runId === id);
}

async function acceptAll(
  tx: Tx,
  { run, assigns }: { readonly run: RunRecord; readonly assigns: boolean },
): Promise<Result<unknown, unknown>> {
  const act = actFor(run);
  const origin = await getTask(tx, run.taskId);
  // What was found by what was found is started by people, so that agents cannot make work without end.
  const isFound = origin?.dependencies.some(({ type }) => type === 'discovered-from') ?? true;
  for (const proposal of (await proposedBy(tx, run)).filter(({ state }) => state === 'waiting')) {
    const made = await tasksWithin(tx).acceptProposed({ proposal }, act);
    if (!made.ok) return made;
    const assigned = assigns && !isFound ? await tasksWithin(tx).assignOne({ task: made.value.id }, act) : ok(null);
    if (!assigned.ok) return assigned;
  }
  return ok(null);
}
