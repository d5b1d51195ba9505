import { readReason, systemAct } from '@cw/kernel';
import type { Reaction, Tx } from '@cw/storage';
import { inboxStore } from './adapters/inbox-store.ts';
import { raiseItem } from './commands/raise-item.ts';
import { choicesFor } from './model/choices.ts';
import type { InboxReason } from './model/inbox-reason.ts';
import { pendingGates, pendingPlans } from './queries/pending-approvals.ts';

/** After what an approval may pend that did not before. */
const causes = ['task.closed', 'task.updated', 'task.created', 'task.plan-set', 'task.imported', 'task.restored'];

/** Has what waits for an approval before a person as soon as it does, through whichever door it came to that. */
export const approvalReaction: Reaction = { to: causes, react: raiseApprovals };

const act = systemAct('inbox');

/**
 * Puts gates that are closed and plans that are written before people, each once.
 * @param tasks only of these
 */
export async function raiseApprovals(tx: Tx, tasks?: readonly string[]): Promise<void> {
  const store = inboxStore(tx);
  const common = { kind: 'approval', runId: null, choices: choicesFor.approval } as const;
  for (const { taskId, projectId, title: of, closeReason } of await pendingGates(tx, tasks)) {
    const title: InboxReason = { code: 'inbox.approve-gate', title: of };
    const text = closeReason === null ? '' : readReason(closeReason);
    const item = { ...common, subject: `gate:${taskId}` as const, taskId, projectId, title, text };
    await raiseItem(store, item, act);
  }
  for (const { taskId, projectId, title: of, digest, writtenBy, goal, approach } of await pendingPlans(tx, tasks)) {
    const title: InboxReason = { code: 'inbox.approve-plan', title: of };
    const text: InboxReason = { code: 'inbox.plan', goal, approach };
    const about = { subject: `plan:${taskId}` as const, taskId, projectId, details: { digest, writtenBy } };
    await raiseItem(store, { ...common, ...about, title, text }, act);
  }
}
