import { findRun } from '@cw/agents';
import { age, type CliRun, plainLine } from '@cw/entry';
import { err, ok } from '@cw/kernel';
import type { MessageView } from '@cw/messages';
import { listRunMessages, messageRun } from '../../commands/message-run.ts';
import { run } from '../../run.ts';
import { steerRefusal } from '../refusals.ts';
import { waitInWorkspace } from './wait-for-run.ts';

/** How long a message is waited for to arrive, where that is wanted, in milliseconds. */
const longestWait = 600_000;

/** `cw run message` */
export const runMessage: CliRun = async (input, context) => {
  const typed = input.argument('text');
  const text = typed === '-' ? await context.stdin() : typed;
  const { workspace } = context;
  const { read } = workspace.storage;
  const sent = await run(workspace, messageRun, { run: input.argument('run'), text }, await context.act());
  if (!sent.ok) return err(steerRefusal(sent.error));
  const { runId, taskId } = sent.value;
  const { id } = sent.value.message;
  const now = async (): Promise<MessageView> => {
    const kept = await listRunMessages(read, runId);
    return (kept.ok ? kept.value.find((message) => message.id === id) : undefined) ?? sent.value.message;
  };
  if (input.flag('wait')) {
    await waitInWorkspace(context, longestWait, async () => {
      const found = await findRun(read, runId);
      const over = !found.ok || found.value.endedAt !== null;
      return over || (await now()).deliveredAt !== null ? true : undefined;
    });
  }
  const message = await now();
  const has = message.deliveredAt !== null;
  return ok({
    data: { runId, taskId, message },
    ids: [id],
    text: (style) =>
      has
        ? `${style.bold(id)} has reached the agent of ${runId}.`
        : `${style.bold(id)} is saved for the agent of ${runId}, which gets it between two turns. cw run messages ${runId} shows when it has arrived.`,
  });
};

/** `cw run messages` */
export const runMessages: CliRun = async (input, context) => {
  const kept = await listRunMessages(context.workspace.storage.read, input.argument('run'));
  if (!kept.ok) return err(steerRefusal(kept.error));
  const items = kept.value;
  const now = context.workspace.clock.now();
  return ok({
    data: { items, total: items.length, nextCursor: null },
    ids: items.map(({ id }) => id),
    text: (style) =>
      items
        .map(({ id, senderName, text, createdAt, deliveredAt }) => {
          const state = deliveredAt === null ? style.yellow('sent') : style.green('delivered');
          const when = age(Date.parse(createdAt), now);
          return `${style.bold(id)} ${state} ${style.dim(`${when}, from ${plainLine(senderName)}`)}\n  ${plainLine(text)}`;
        })
        .join('\n') || 'No messages.',
  });
};
