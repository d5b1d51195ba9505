import { ok } from '@cw/kernel';
import { messagesWithin } from '@cw/messages';
import { tasksWithin } from '@cw/tasks';
import { actFor } from '../deps.ts';
import { settleSilence } from '../inbox/tell-silence.ts';
import { tellAsk } from '../messages/tell-ask.ts';
import type { EndStep } from './end-step.ts';

/** Nobody needs to look after an agent that has ended. */
export const takeBackSilence: EndStep = async (tx, { run }) => {
  if (run.stall === 'asked') await settleSilence(tx, run);
  return ok(null);
};

/** Takes back what the agent of a run asked and nobody has answered. */
export const takeBackAsks: EndStep = async (tx, { run, asks }) => {
  for (const { subject, answer } of asks)
    if (answer === null) await messagesWithin(tx).settleSubject(subject, actFor(run));
  return ok(null);
};

/** Says on the task of a run that was done without them which answers came too late for its agent. */
export const tellLateAnswers: EndStep = async (tx, { run, verdict, questions }) => {
  if (verdict.outcome !== 'done') return ok(null);
  for (const ask of questions.filter(({ answer }) => answer?.text != null)) {
    const text = `The answer came too late for ${run.id}, which had finished without it.\n\n${tellAsk(ask)}`;
    await tasksWithin(tx).comment({ task: run.taskId, text }, actFor(run));
    await messagesWithin(tx).markDelivered(ask.id);
  }
  return ok(null);
};
