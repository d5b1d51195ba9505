import { isHandover, listAttempts, type RunRecord } from '@cw/agents';
import {
  type Ask,
  type MessageView,
  messagesToRun,
  messagesWithin,
  undeliveredOfTask,
  untoldAnswers,
} from '@cw/messages';
import type { ReadDb } from '@cw/storage';
import { actFor, type Driving, whileDispatching } from '../deps.ts';
import { tellAsk } from './tell-ask.ts';

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
    await messagesWithin(tx).deliverMessages(left, actFor(run));
    for (const { id } of answers) await messagesWithin(tx).markDelivered(id);
  });
}
