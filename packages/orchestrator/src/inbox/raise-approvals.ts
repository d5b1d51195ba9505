import { choicesFor, raiseItemStep } from '@cw/messages';
import { type Driving, orchestratorAct, whileDispatching } from '../deps.ts';
import { happenedSince } from '../queries/happened-since.ts';
import { pendingGates, pendingPlans } from '../queries/pending-approvals.ts';

/** After what an approval may pend that did not before. */
const causes = ['task.closed', 'task.updated', 'task.created', 'task.plan-set', 'task.imported', 'task.restored'];

/**
 * Puts gates that are closed and plans that are written before people, each once, however they came to be so.
 * @returns what to call in each round of dispatching; it costs a look at what was committed since the last one
 */
export function raiseApprovals(deps: Driving): () => Promise<void> {
  let seen: number | undefined;
  return async () => {
    const { read } = deps.storage;
    const { any, last } = await happenedSince(read, causes, seen);
    if (any && (await pendingGates(read)).length + (await pendingPlans(read)).length > 0) await raise(deps);
    seen = last;
  };
}

async function raise(deps: Driving): Promise<void> {
  await whileDispatching(deps, async (tx) => {
    const common = { ids: deps.ids, kind: 'approval', runId: null, choices: choicesFor.approval } as const;
    for (const { taskId, projectId, title, closeReason } of await pendingGates(tx)) {
      const about = { subject: `gate:${taskId}`, taskId, projectId, text: closeReason ?? '' };
      await raiseItemStep(tx, { ...common, ...about, title: `Approve what came of “${title}”` }, orchestratorAct);
    }
    for (const { taskId, projectId, title, digest, writtenBy, ...plan } of await pendingPlans(tx)) {
      const text = [plan.goal, plan.approach].filter((part) => part !== '').join('\n\n');
      const about = { subject: `plan:${taskId}`, taskId, projectId, text, details: { digest, writtenBy } };
      await raiseItemStep(tx, { ...common, ...about, title: `Approve the plan of “${title}”` }, orchestratorAct);
    }
  });
}
