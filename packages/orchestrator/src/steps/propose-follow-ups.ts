import type { RunRecord, Verdict } from '@cw/agents';
import { readSetting } from '@cw/config';
import { ok, type Result } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import { acceptProposedStep, assignStep, getTask, listProposals, proposeFollowUpStep } from '@cw/tasks';
import { autoAcceptKey } from '../config-keys.ts';
import { actFor, type Driving } from '../deps.ts';

/** Follow-ups of one run that are kept; a model that lists hundreds has lost its way. */
const mostFollowUps = 20;

/**
 * Keeps the work that an agent found beside its task: for a person to decide on, or, where people said so, as tasks, those
 * too that it proposed while it worked.
 */
export async function proposeFollowUps(
  deps: Pick<Driving, 'ids'>,
  tx: Tx,
  { run, verdict }: { readonly run: RunRecord; readonly verdict: Verdict },
): Promise<Result<unknown, unknown>> {
  const { taskId, projectId } = run;
  for (const { title, description } of verdict.followUps.slice(0, mostFollowUps)) {
    const proposed = await proposeFollowUpStep(tx, { taskId, title, description, ids: deps.ids }, actFor(run));
    if (!proposed.ok) return proposed;
  }
  const { value: mode } = await readSetting(tx, autoAcceptKey, { project: projectId, task: taskId });
  return mode === 'no' ? ok(null) : acceptAll(deps, tx, { run, assigns: mode === 'assign' });
}

async function acceptAll(
  { ids }: Pick<Driving, 'ids'>,
  tx: Tx,
  { run, assigns }: { readonly run: RunRecord; readonly assigns: boolean },
): Promise<Result<unknown, unknown>> {
  const act = actFor(run);
  const origin = await getTask(tx, run.taskId);
  // What was found by what was found is started by people, so that agents cannot make work without end.
  const isFound = origin?.dependencies.some(({ type }) => type === 'discovered-from') ?? true;
  const { items } = await listProposals(tx, { taskId: run.taskId, state: 'waiting' });
  for (const proposal of items.filter(({ runId }) => runId === run.id).slice(0, mostFollowUps)) {
    const made = await acceptProposedStep(tx, { proposal, ids }, act);
    if (!made.ok) return made;
    const assigned = assigns && !isFound ? await assignStep(tx, { taskId: made.value.id }, act) : ok(null);
    if (!assigned.ok) return assigned;
  }
  return ok(null);
}
