import type { RunRecord } from '@cw/agents';
import { type Act, ok, type Result, type Why } from '@cw/kernel';
import { type Ask, type Blocking, messagesWithin } from '@cw/messages';
import type { Tx } from '@cw/storage';
import { tasksWithin } from '@cw/tasks';
import { tellAsk } from '../messages/tell-ask.ts';
import type { DispatchReason } from '../model/dispatch-reason.ts';
import { retryRunStep } from '../retry/retry-run.ts';

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
  if (answered.length === 0)
    return messagesWithin(tx).blockForPerson({ ...blocking, reason: openReason(asks, reason) }, act);
  const blocked = await tasksWithin(tx).block({ taskId, reason }, act);
  if (!blocked.ok) return blocked;
  const note = asks.map(tellAsk).join('\n\n');
  const retried = await retryRunStep(tx, { run: run.id, model: null, note }, act);
  if (!retried.ok) return retried;
  for (const { id } of answered) await messagesWithin(tx).markDelivered(id);
  return ok(null);
}

/** The question as it was asked leads; what the agent said at its end may say more. */
function openReason(asks: readonly Ask[], reason: Why): Why {
  const [only, ...others] = asks;
  if (only === undefined) return reason;
  const asked = asks.map(({ title, text }) => [title, text].filter((part) => part !== '').join('\n\n'));
  const isSame = others.length === 0 && typeof reason === 'string' && reason.trim() === only.title;
  const open: DispatchReason = { code: 'dispatch.asked', asked, more: isSame ? null : reason };
  return open;
}
