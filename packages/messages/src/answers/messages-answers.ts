import { err, ok } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import { getTask, listProposals, type TaskFailure, tasksWithin } from '@cw/tasks';
import { ruleStore } from '../adapters/rule-store.ts';
import { addRule } from '../commands/change-rules.ts';
import type { ItemFailure } from '../model/item.ts';
import type { Answers } from '../model/matter.ts';
import type { MessagesEffect } from './answer-effect.ts';

type Within = { readonly tx: Tx };

/** What answers set going that are about approvals, and about what agents ask. */
export const messagesAnswers: Answers<
  Within,
  MessagesEffect,
  TaskFailure | ItemFailure,
  'gate' | 'plan' | 'proposals' | 'ask'
> = {
  gate: async ({ tx }, { id: taskId, choice, text }, act) => {
    if (choice === 'approve') {
      const approved = await tasksWithin(tx).approveGate({ task: taskId }, act);
      return approved.ok ? ok({ kind: 'approved', taskId }) : approved;
    }
    const before = await getTask(tx, taskId);
    const reopened = await tasksWithin(tx).reopen({ task: taskId, reason: text }, act);
    if (!reopened.ok) return reopened;
    // Whose agent did it does it again, with what was said.
    const again = before?.dispatch === 'manual' ? reopened : await tasksWithin(tx).assignOne({ task: taskId }, act);
    return again.ok ? ok({ kind: 'sent-back', taskId }) : again;
  },

  plan: async ({ tx }, { id: taskId, choice, text, details }, act) => {
    if (choice === 'approve') {
      const approved = await tasksWithin(tx).approvePlan({ task: taskId, digest: details.digest ?? '' }, act);
      return approved.ok ? ok({ kind: 'approved', taskId }) : approved;
    }
    const said = await tasksWithin(tx).comment({ task: taskId, text }, act);
    return said.ok ? ok({ kind: 'sent-back', taskId }) : said;
  },

  proposals: async ({ tx }, { id: taskId, choice }, act) => {
    const { items } = await listProposals(tx, { taskId, state: 'waiting' });
    const made: string[] = [];
    for (const { id: followUp } of items) {
      const decided =
        choice === 'accept'
          ? await tasksWithin(tx).acceptFollowUp({ followUp }, act)
          : await tasksWithin(tx).declineFollowUp({ followUp }, act);
      if (!decided.ok) return decided;
      if (choice === 'accept') made.push(decided.value.id);
    }
    const how = choice === 'accept' ? 'accepted' : 'declined';
    return ok({ kind: 'proposals-decided', how, taskIds: made, count: items.length });
  },

  ask: async ({ tx }, { item, choice, details }, act) => {
    if (choice !== 'always') return ok({ kind: 'taken-up' });
    // The rule is of the project, and allows what the agent asked for and the like of it.
    const { tool = '', pattern = null } = details.rule ?? {};
    const { id: itemId, projectId } = item;
    const added = await addRule(ruleStore(tx), { projectId, tool, pattern, itemId }, act);
    return added.ok
      ? ok({ kind: 'always-allowed', rule: added.value, tool, pattern })
      : err({ kind: 'inbox.people-only' });
  },
};
