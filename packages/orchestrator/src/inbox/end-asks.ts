import type { RunRecord } from '@cw/agents';
import { type Act, type IdSource, ok, type Result } from '@cw/kernel';
import {
  type Ask,
  asksOfRun,
  type Blocking,
  blockForPersonStep,
  markDeliveredStep,
  settleSubjectStep,
} from '@cw/messages';
import type { Tx } from '@cw/storage';
import { addCommentStep, blockTaskStep } from '@cw/tasks';
import { actFor } from '../deps.ts';
import { retryRunStep } from '../retry/retry-run.ts';

/** Takes back what the agent of a run that has ended asked and nobody answered. Answers the questions it was not told of. */
export async function endAsks(tx: Tx, run: RunRecord, act: Act): Promise<readonly Ask[]> {
  const asks = await asksOfRun(tx, run.id);
  for (const { subject, answer } of asks) if (answer === null) await settleSubjectStep(tx, subject, act);
  return asks.filter(({ kind }) => kind === 'question');
}

/** Says on the task of a run that was done without them which answers came too late for its agent. */
export async function sayLateAnswers(
  tx: Tx,
  { run, asks, ids }: { readonly run: RunRecord; readonly asks: readonly Ask[]; readonly ids: IdSource },
): Promise<void> {
  for (const ask of asks.filter(({ answer }) => answer?.text != null)) {
    const text = `The answer came too late for ${run.id}, which had finished without it.\n\n${tellAsk(ask)}`;
    await addCommentStep(tx, { taskId: run.taskId, text, ids }, actFor(run));
    await markDeliveredStep(tx, ask.id);
  }
}

export type AskingOn = Blocking & {
  readonly run: RunRecord;
  /** What it had asked before it was parked. */
  readonly asks: readonly Ask[];
};

/**
 * What becomes of a task whose agent ended with a question: the question waits for a person. One that was answered after
 * the agent had stopped waiting is answered already: its conversation goes on with that.
 */
export async function askOn(tx: Tx, { run, asks, ...blocking }: AskingOn, act: Act): Promise<Result<unknown, unknown>> {
  const { taskId, reason } = blocking;
  const answered = asks.filter(({ answer }) => answer?.text != null);
  if (answered.length === 0) return blockForPersonStep(tx, { ...blocking, reason: openReason(asks, reason) }, act);
  const blocked = await blockTaskStep(tx, { taskId, reason }, act);
  if (!blocked.ok) return blocked;
  const note = asks.map(tellAsk).join('\n\n');
  const retried = await retryRunStep(tx, { run: run.id, model: null, note }, act);
  if (!retried.ok) return retried;
  for (const { id } of answered) await markDeliveredStep(tx, id);
  return ok(null);
}

/** The question as it was asked leads; what the agent said at its end may say more. */
function openReason(asks: readonly Ask[], reason: string): string {
  const [only, ...others] = asks;
  if (only === undefined) return reason;
  const asked = asks.map(({ title, text }) => [title, text].filter((part) => part !== '').join('\n\n'));
  const more = others.length === 0 && reason.trim() === only.title ? [] : [reason];
  return [...asked, ...more].join('\n\n');
}

/** A question with what was answered, for its agent. */
export function tellAsk({ title, answer }: Ask): string {
  return answer === null ? `“${title}” is not answered yet.` : `You asked: ${title}\nThe answer: ${answer.text ?? ''}`;
}
