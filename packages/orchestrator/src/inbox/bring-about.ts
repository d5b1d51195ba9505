import { listAttempts } from '@cw/agents';
import { type Requeue, requeueMergeStep } from '@cw/integration';
import { type Act, err, type IdSource, ok, type Result } from '@cw/kernel';
import { type Answered, addRuleStep, type ItemView } from '@cw/messages';
import type { Tx } from '@cw/storage';
import {
  addCommentStep,
  approveGateStep,
  approvePlanStep,
  assignStep,
  closeTaskStep,
  getTask,
  reopenStep,
} from '@cw/tasks';
import { retryWithin, tryRest } from '../commands/retry-run.ts';
import type { RetryMode } from '../model/retry.ts';
import type { RestStore } from '../ports/rest-store.ts';
import { settleDone } from '../steps/settle-done.ts';
import type { AnswerFailure } from './answer-failure.ts';
import type { AnswerEffect } from './effect.ts';

export type Within = {
  readonly tx: Tx;
  readonly store: RestStore;
  readonly ids: IdSource;
  /** The merge that is to go back into its queue, where that is what was answered. */
  readonly merge: Requeue | undefined;
  /** The branch that work of the project is merged into. */
  readonly target: string;
};

type Brought = Promise<Result<AnswerEffect, AnswerFailure>>;

/** Does what an answer says, inside the transaction in which it was given. */
export async function bringAbout(within: Within, answered: Answered, act: Act): Brought {
  const { item, answer } = answered;
  const [noun = '', id = ''] = item.subject.split(':');
  const { choice } = answer;
  const text = answer.text?.trim() ?? '';
  switch (noun) {
    case 'task':
      return ofTask(within, { item, taskId: id, choice, text }, act);
    case 'gate':
      return ofGate(within, { item, taskId: id, choice, text }, act);
    case 'plan':
      return ofPlan(within, { item, taskId: id, choice, text }, act);
    case 'account':
      return ofAccount(within, item);
    default:
      return choice === 'always' ? allowAlways(within, item, act) : ok({ kind: 'taken-up' });
  }
}

type Asked = { readonly item: ItemView; readonly taskId: string; readonly choice: string; readonly text: string };

async function ofTask(within: Within, { item, taskId, choice, text }: Asked, act: Act): Brought {
  const { tx, store, merge } = within;
  if (choice === 'cancel') {
    const closed = await closeTaskStep(tx, { taskId, outcome: 'cancelled', reason: text || 'Given up.' }, act);
    return closed.ok ? ok({ kind: 'cancelled', taskId }) : closed;
  }
  if (choice === 'accept') return acceptWork(within, taskId, act);
  if (merge !== undefined) {
    const queued = await requeueMergeStep(tx, merge, act);
    return queued.ok ? ok({ kind: 'merge-queued', taskId, mergeId: merge.mergeId }) : queued;
  }
  const mode: RetryMode | undefined = choice === 'fresh' ? 'fresh' : undefined;
  const note = mode === 'fresh' ? text : noteFor(item, text);
  const asked = item.kind === 'question' ? item.title : undefined;
  const retried = await retryWithin(store, tx, { run: taskId, mode, model: null, note: note || null, asked, act });
  if (!retried.ok) return retried;
  const { runId, why } = retried.value;
  return ok({ kind: 'retried', taskId, runId, mode: retried.value.mode, why });
}

/** Takes what the last run of a task left as done, by a person's word. */
async function acceptWork({ tx, ids, target }: Within, taskId: string, act: Act): Brought {
  const run = (await listAttempts(tx, taskId)).at(-1);
  const task = await getTask(tx, taskId);
  if (run === undefined || task === undefined) return err({ kind: 'run.not-found', run: taskId });
  const settled = await settleDone(tx, { run, task, target, ids }, act);
  if (!settled.ok) return settled;
  const mergeId = settled.value;
  return ok(mergeId === null ? { kind: 'approved', taskId } : { kind: 'merge-queued', taskId, mergeId });
}

/** What the agent is told. One whose work was not merged knows nothing of that. */
function noteFor({ title, text, details }: ItemView, words: string): string {
  if (typeof details.mergeId !== 'string') return words;
  return [`What you did was not merged. ${title}`, text, words].filter((part) => part !== '').join('\n\n');
}

async function ofGate({ tx, ids }: Within, { taskId, choice, text }: Asked, act: Act): Brought {
  if (choice === 'approve') {
    const approved = await approveGateStep(tx, { task: taskId }, act);
    return approved.ok ? ok({ kind: 'approved', taskId }) : approved;
  }
  const before = await getTask(tx, taskId);
  const reopened = await reopenStep(tx, { task: taskId, reason: text, ids }, act);
  if (!reopened.ok) return reopened;
  // Whose agent did it does it again, with what was said.
  const again = before?.dispatch === 'manual' ? reopened : await assignStep(tx, { taskId }, act);
  return again.ok ? ok({ kind: 'sent-back', taskId }) : again;
}

async function ofPlan({ tx, ids }: Within, { item, taskId, choice, text }: Asked, act: Act): Brought {
  if (choice === 'approve') {
    const digest = String(item.details.digest);
    const approved = await approvePlanStep(tx, { task: taskId, digest }, act);
    return approved.ok ? ok({ kind: 'approved', taskId }) : approved;
  }
  const said = await addCommentStep(tx, { taskId, text, ids }, act);
  return said.ok ? ok({ kind: 'sent-back', taskId }) : said;
}

async function ofAccount({ tx, store }: Within, { details }: ItemView): Brought {
  const account = { provider: String(details.provider), accountId: String(details.accountId) };
  const model = typeof details.model === 'string' ? details.model : null;
  const rest = (await store.restsOfAccount(account)).find((each) => each.model === model);
  if (rest !== undefined) {
    await tryRest(store, tx, rest);
    await store.hurryRestsOf(rest, tx.at);
  }
  return ok({ kind: 'account-tried', ...account });
}

/** The rule is of the project, and allows what the agent asked for and the like of it. */
async function allowAlways({ tx, ids }: Within, { id: itemId, projectId, details }: ItemView, act: Act): Brought {
  const { rule } = details;
  const told = (name: 'tool' | 'pattern') =>
    typeof rule === 'object' && rule !== null ? Reflect.get(rule, name) : null;
  const [tool, pattern] = [String(told('tool')), told('pattern')?.toString() ?? null];
  const added = await addRuleStep(tx, { ids, projectId, tool, pattern, itemId }, act);
  return added.ok
    ? ok({ kind: 'always-allowed', rule: added.value, tool, pattern })
    : err({ kind: 'inbox.people-only' });
}
