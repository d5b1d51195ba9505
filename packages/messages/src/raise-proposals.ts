import { step, systemAct } from '@cw/kernel';
import type { Reaction, Tx } from '@cw/storage';
import { getTask, listProposals } from '@cw/tasks';
import { inboxStore } from './adapters/inbox-store.ts';
import { keepTold, settleSubject } from './commands/raise-item.ts';
import { choicesFor } from './model/choices.ts';
import type { InboxReason } from './model/inbox-reason.ts';

/** Puts the follow-ups of a task before people as long as one of them waits, as one item. */
export const proposalReaction: Reaction = {
  to: ['task.follow-up-proposed', 'task.follow-up-accepted', 'task.follow-up-declined'],
  react: async (tx, tasks) => {
    for (const taskId of tasks) await tellProposals(tx, taskId);
  },
};

const act = systemAct('inbox');

async function tellProposals(tx: Tx, taskId: string): Promise<void> {
  const store = inboxStore(tx);
  const subject = `proposals:${taskId}` as const;
  const { items } = await listProposals(tx, { taskId, state: 'waiting' });
  const task = await getTask(tx, taskId);
  if (items.length === 0 || task === undefined) return settleSubject(store, subject, act);
  const title: InboxReason = { code: 'inbox.follow-ups', count: items.length, of: task.title };
  const text: InboxReason = {
    code: 'inbox.proposed',
    follow: items.map(({ title: name, description }) => ({ title: name, description })),
  };
  const details = { next: [step('Decide on each by itself', 'task proposals', '--task', taskId)] };
  const runId = items.at(-1)?.runId ?? null;
  const about = { kind: 'proposal', subject, taskId, projectId: task.projectId, runId, details } as const;
  await keepTold(store, { ...about, title, text, choices: choicesFor.proposals }, act);
}
