import { ok } from '@cw/kernel';
import { messagesWithin, undeliveredOfTask } from '@cw/messages';
import { tasksWithin } from '@cw/tasks';
import { actFor } from '../deps.ts';
import type { EndStep } from './end-step.ts';

/**
 * Notes what its agent had read of what was written to a run, and, where no further attempt is to be expected, says on the
 * task what nobody will read.
 */
export const settleMessages: EndStep = async (tx, { run, receipts = [], verdict }) => {
  const { id: runId, taskId } = run;
  const left = (await undeliveredOfTask(tx, { taskId, before: tx.at })).filter(
    ({ recipientId }) => recipientId === runId,
  );
  await messagesWithin(tx).deliverMessages(
    left.filter(({ id }) => receipts.includes(id)),
    actFor(run),
  );
  if (verdict.outcome !== 'done') return ok(null);
  for (const { id, senderName, senderKind, text } of left) {
    if (receipts.includes(id) || senderKind !== 'person') continue;
    const said = `The message ${id} of ${senderName} came too late for ${runId}, which had finished:\n\n${text}`;
    await tasksWithin(tx).comment({ task: taskId, text: said }, actFor(run));
  }
  return ok(null);
};
