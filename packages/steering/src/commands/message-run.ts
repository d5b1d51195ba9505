import { abilitiesOf, canGoOnWith, findRun, type RunRecord } from '@cw/agents';
import { type Act, err, ok, type Result } from '@cw/kernel';
import { type MessageView, messagesToRun, messagesWithin } from '@cw/messages';
import type { ReadDb, Tx } from '@cw/storage';
import type { RunOver, SteeringFailure } from '../model/steering-failure.ts';

export type MessageRun = {
  /** By id or a start of one, or a task for its newest run. */
  readonly run: string;
  readonly text: string;
};

export type MessagedRun = { readonly runId: string; readonly taskId: string; readonly message: MessageView };

/**
 * Keeps what a person says to a running agent. Who dispatches tells it to the agent between its turns; until then it is
 * undelivered. A run that is over takes none.
 */
export async function messageRun(
  tx: Tx,
  { run, text }: MessageRun,
  act: Act,
): Promise<Result<MessagedRun, SteeringFailure>> {
  const found = await findRun(tx, run);
  if (!found.ok) return found;
  const { id: runId, taskId, provider } = found.value;
  if (act.actor.kind === 'run') return err({ kind: 'steer.people-only', action: 'write to a run' });
  const how = isOver(found.value);
  if (how !== undefined)
    return err({ kind: 'steer.run-over', runId, taskId, how, canGoOn: await canGoOnWith(tx, taskId) });
  if (!abilitiesOf(provider).messages) return err({ kind: 'steer.no-channel', runId, taskId, provider });
  const from = { senderKind: 'person', senderId: act.actor.name, senderName: act.actor.name } as const;
  const message = { ...from, recipientKind: 'run', recipientId: runId, taskId, text } as const;
  const sent = await messagesWithin(tx).sendMessage(message, act);
  if (!sent.ok) return sent;
  const kept = (await messagesToRun(tx, runId)).find(({ id }) => id === sent.value);
  if (kept === undefined) throw new Error(`the message ${sent.value} was not kept`);
  return ok({ runId, taskId, message: kept });
}

function isOver({ endedAt, step, stopRequestedAt }: RunRecord): RunOver | undefined {
  if (endedAt !== null) return 'ended';
  if (stopRequestedAt !== null) return 'stopping';
  return step === 'collect' || step === 'commit' || step === 'enqueue' ? 'ending' : undefined;
}

/** What was written to a run, the first first. */
export async function listRunMessages(
  db: ReadDb,
  run: string,
): Promise<Result<readonly MessageView[], SteeringFailure>> {
  const found = await findRun(db, run);
  return found.ok ? ok(await messagesToRun(db, found.value.id)) : found;
}
