import { listAttempts } from '@cw/agents';
import { integrationWithin } from '@cw/integration';
import { type Act, err, ok } from '@cw/kernel';
import type { AnsweredAbout } from '@cw/messages';
import { getTask, tasksWithin } from '@cw/tasks';
import { settleDone } from '../../ending/settle-done.ts';
import type { DispatchReason } from '../../model/dispatch-reason.ts';
import type { RetryMode } from '../../model/retry.ts';
import { retryRunStep } from '../../retry/retry-run.ts';
import type { Brought, Within } from './within.ts';

type Answered = AnsweredAbout<'task'>;

const givenUp: DispatchReason = { code: 'dispatch.given-up' };

/** What an answer about a task that stopped sets going: another run, a merge, or an end. */
export async function answerTask(within: Within, answered: Answered, act: Act): Brought {
  const { tx, merge } = within;
  const { item, id: taskId, choice, text } = answered;
  if (choice === 'cancel') {
    const closed = await tasksWithin(tx).end({ taskId, outcome: 'cancelled', reason: text || givenUp }, act);
    return closed.ok ? ok({ kind: 'cancelled', taskId, consequences: closed.value.consequences }) : closed;
  }
  if (choice === 'accept') return acceptWork(within, answered, act);
  if (merge !== undefined) {
    const queued = await integrationWithin(tx).requeue(merge, act);
    return queued.ok ? ok({ kind: 'merge-queued', taskId, mergeId: merge.mergeId }) : queued;
  }
  const mode: RetryMode | undefined = choice === 'fresh' ? 'fresh' : undefined;
  const note = mode === 'fresh' ? text : noteFor(answered);
  const asked = choice === 'reply' ? item.title : undefined;
  const retried = await retryRunStep(tx, { run: taskId, mode, model: null, note: note || null, asked }, act);
  if (!retried.ok) return retried;
  const { runId, why } = retried.value;
  return ok({ kind: 'retried', taskId, runId, mode: retried.value.mode, why });
}

/** Takes what the last run of a task left as done, by a person's word. */
async function acceptWork({ tx, target }: Within, { id: taskId, details }: Answered, act: Act): Brought {
  const run = (await listAttempts(tx, taskId)).at(-1);
  const task = await getTask(tx, taskId);
  if (run === undefined || task === undefined) return err({ kind: 'run.not-found', run: taskId });
  if (details.isUnchanged || run.headSha === run.baseSha) {
    const reason: DispatchReason = { code: 'dispatch.nothing-to-merge', summary: run.summary };
    const closed = await tasksWithin(tx).end({ taskId, outcome: 'done', reason }, act);
    return closed.ok ? ok({ kind: 'accepted', taskId }) : closed;
  }
  const settled = await settleDone(tx, { run, task, target }, act);
  if (!settled.ok) return settled;
  const mergeId = settled.value;
  return ok(mergeId === null ? { kind: 'approved', taskId } : { kind: 'merge-queued', taskId, mergeId });
}

/** What the agent is told. One whose work was not merged, or that changed nothing, knows nothing of that. */
function noteFor({ item: { title, text }, details, text: words }: Answered): string {
  if (details.isUnchanged && details.mergeId === undefined)
    return ['You have changed no file.', words].join(' ').trim();
  if (details.mergeId === undefined) return words;
  return [`What you did was not merged. ${title}`, text, words].filter((part) => part !== '').join('\n\n');
}
