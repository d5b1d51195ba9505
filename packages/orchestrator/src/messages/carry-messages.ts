import { isHandover, listAttempts, type RunRecord } from '@cw/agents';
import {
  type Ask,
  deliverMessagesStep,
  type MessageView,
  markDeliveredStep,
  messagesToRun,
  undeliveredOfTask,
  untoldAnswers,
} from '@cw/messages';
import type { ReadDb, Tx } from '@cw/storage';
import { addCommentStep } from '@cw/tasks';
import { actFor, type Driving, whileDispatching } from '../deps.ts';
import { tellAsk } from '../inbox/end-asks.ts';

/** What was written to earlier runs of its task, by people, and reached nobody. */
async function leftBefore(db: ReadDb, { id, taskId, createdAt }: RunRecord): Promise<readonly MessageView[]> {
  const left = await undeliveredOfTask(db, { taskId, before: createdAt });
  return left.filter(({ recipientId, senderKind }) => recipientId !== id && senderKind === 'person');
}

/** What earlier runs of its task asked, and was answered when their agents were not there any more to hear it. */
function answersBefore(db: ReadDb, { id, taskId }: RunRecord): Promise<readonly Ask[]> {
  return untoldAnswers(db, { taskId, runId: id });
}

/** What the agent of a run is told at its start: the note of its attempt, and what was answered or written too late for those before. */
export async function noteWithMessages(db: ReadDb, run: RunRecord): Promise<string | null> {
  const left = await leftBefore(db, run);
  const heard = await saidBeforeHandover(db, run);
  const answers = (await answersBefore(db, run)).map(tellAsk);
  const said = [...heard, ...left].map(({ senderName, text }) => `${senderName}: ${text}`);
  const all = [...(run.note === null ? [] : [run.note]), ...answers, ...said];
  return all.length === 0 ? null : all.join('\n\n');
}

/** What people wrote to the run whose work this one was handed, which its own conversation does not hold. */
async function saidBeforeHandover(db: ReadDb, run: RunRecord): Promise<readonly MessageView[]> {
  if (run.resumes === null || !isHandover(run, await listAttempts(db, run.taskId))) return [];
  const said = await messagesToRun(db, run.resumes);
  return said.filter(({ senderKind, deliveredAt }) => senderKind === 'person' && deliveredAt !== null);
}

/** Notes that the agent of a run, which was started, has what was written to those before it. */
export async function noteCarried(deps: Driving, run: RunRecord): Promise<void> {
  const left = await leftBefore(deps.storage.read, run);
  const answers = await answersBefore(deps.storage.read, run);
  if (left.length + answers.length === 0) return;
  await whileDispatching(deps, async (tx) => {
    await deliverMessagesStep(tx, left, actFor(run));
    for (const { id } of answers) await markDeliveredStep(tx, id);
  });
}

/**
 * Notes at the end of a run what it had read of what was written to it, and says on the task what nobody will read.
 * @param ending `receipts`: ids of what reached its agent; `isLast`: no further attempt is to be expected
 */
export async function settleMessages(
  deps: Driving,
  tx: Tx,
  {
    run,
    receipts,
    isLast,
  }: { readonly run: RunRecord; readonly receipts: readonly string[]; readonly isLast: boolean },
): Promise<void> {
  const left = await undeliveredOfTask(tx, { taskId: run.taskId, before: tx.at });
  const own = left.filter(({ recipientId }) => recipientId === run.id);
  const reached = own.filter(({ id }) => receipts.includes(id));
  await deliverMessagesStep(tx, reached, actFor(run));
  if (!isLast) return;
  for (const { id, senderName, senderKind, text } of own) {
    if (receipts.includes(id) || senderKind !== 'person') continue;
    const said = `The message ${id} of ${senderName} came too late for ${run.id}, which had finished:\n\n${text}`;
    await addCommentStep(tx, { taskId: run.taskId, text: said, ids: deps.ids }, actFor(run));
  }
}
