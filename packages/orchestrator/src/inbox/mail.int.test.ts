import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Act, unwrap } from '@cw/kernel';
import { createMessagesModule } from '@cw/messages';
import { testAct } from '@cw/storage/testing';
import { waitFor } from '@cw/testkit';
import { expect, test } from 'vitest';
import { startWorkspace } from '../testing.ts';

/** A run that is at work until the test lets it end. */
async function start() {
  const space = await startWorkspace();
  const { storage } = space;
  await storage.transact((tx) =>
    tx.run('INSERT INTO users (id, name, created_at) VALUES (?, ?, ?)', [testAct.actor.id, testAct.actor.name, tx.at]),
  );
  const mail = createMessagesModule({ storage });
  const begin = async () => {
    const task = await space.task('Works', `while [ ! -f ${join(storage.folder, 'end')} ]; do sleep 0.2; done`);
    await space.assign(task);
    const run = await waitFor(async () =>
      unwrap(await space.agents.queries.list({ taskId: task.id })).items.find(({ startedAt }) => startedAt !== null),
    );
    const act: Act = { actor: { kind: 'run', id: run.id, name: run.id }, runId: run.id };
    return { task, run, act };
  };
  await space.orchestrator.start('test');
  return { ...space, mail, begin, end: () => writeFileSync(join(storage.folder, 'end'), '') };
}

const texts = (messages: readonly { readonly text: string }[]) => messages.map(({ text }) => text);

test('a run reads what is for it, its agent and its role, each once, the most urgent first', async () => {
  await using space = await start();
  const { mail } = space;
  unwrap(await mail.commands.sendMail({ to: 'worker', text: 'For any worker.' }, testAct));
  const { run, act, task } = await space.begin();
  unwrap(await mail.commands.sendMail({ to: run.agentName ?? '', text: 'For the agent.' }, testAct));
  unwrap(await mail.commands.sendMail({ to: run.id.slice(0, 10), text: 'For the run.', priority: 'p0' }, testAct));
  unwrap(await mail.commands.sendMail({ to: 'verifier', text: 'For a verifier.' }, testAct));
  unwrap(await mail.commands.sendMail({ to: 'worker', text: 'Too late.', expires: '1m' }, testAct));
  await space.storage.transact((tx) => tx.run("UPDATE messages SET expires_at = 1 WHERE text = 'Too late.'"));
  expect(texts(await mail.commands.readOwnMail(act))).toEqual(['For the run.', 'For any worker.', 'For the agent.']);
  expect(await mail.commands.readOwnMail(act)).toEqual([]);
  space.end();
  await space.until(task, 'closed');
  expect(await mail.commands.sendMail({ to: run.id, text: 'Hello?' }, testAct)).toMatchObject({
    ok: false,
    error: { kind: 'message.run-ended', taskId: task.id },
  });
});

test('a person reads what a run wrote, and their answer goes back to it in the same thread', async () => {
  await using space = await start();
  const { mail } = space;
  const { task, run, act } = await space.begin();
  const asked = unwrap(await mail.commands.sendMail({ to: 'person', text: 'The tests are slow.', priority: '1' }, act));
  expect(asked).toMatchObject({ sender: { kind: 'run', id: run.id }, taskId: task.id, priority: 'P1', readAt: null });
  expect(await mail.queries.countOwnUnread()).toBe(1);
  expect(unwrap(await mail.commands.readMessage(asked.id, testAct)).message.readAt).not.toBeNull();
  expect(await mail.queries.countOwnUnread()).toBe(0);
  const reply = unwrap(await mail.commands.sendMail({ text: 'Leave them.', replyTo: asked.id }, testAct));
  expect(reply).toMatchObject({ threadId: asked.id, recipient: { kind: 'run', id: run.id } });
  expect(texts(unwrap(await mail.commands.readMessage(reply.id, testAct)).thread)).toEqual([
    'The tests are slow.',
    'Leave them.',
  ]);
  expect(texts(unwrap(await mail.queries.listMailbox()).items)).toEqual(['Leave them.', 'The tests are slow.']);
  expect(texts(unwrap(await mail.queries.listMailbox({ unread: true })).items)).toEqual([]);
  expect(texts(await mail.commands.readOwnMail(act))).toEqual(['Leave them.']);
  space.end();
});

test('what cannot be sent is refused and nothing is kept', async () => {
  await using space = await start();
  const { act } = await space.begin();
  const kindOf = async (input: Parameters<typeof space.mail.commands.sendMail>[0], by = testAct) => {
    const sent = await space.mail.commands.sendMail(input, by);
    return sent.ok ? 'sent' : sent.error.kind;
  };
  expect(await kindOf({ to: 'nobody', text: 'x' })).toBe('message.unknown-recipient');
  expect(await kindOf({ text: 'x' })).toBe('message.no-recipient');
  expect(await kindOf({ to: 'worker', text: ' ' })).toBe('message.empty');
  expect(await kindOf({ to: 'worker', text: 'x'.repeat(1_000_000) })).toBe('message.too-long');
  expect(await kindOf({ to: 'worker', text: 'x', priority: 'high' })).toBe('message.bad-priority');
  expect(await kindOf({ to: 'worker', text: 'x', expires: 'never' })).toBe('message.bad-expiry');
  expect(await kindOf({ to: 'worker', text: 'x', task: 'tk_none' })).toBe('message.unknown-task');
  expect(await kindOf({ to: 'worker', text: 'x', replyTo: 'msg_none' })).toBe('message.not-found');
  expect(unwrap(await space.mail.queries.listMailbox({ mailbox: 'all' })).total).toBe(0);
  for (let n = 0; n < 50; n += 1) expect(await kindOf({ to: 'person', text: `${n}` }, act)).toBe('sent');
  expect(await kindOf({ to: 'person', text: 'one too many' }, act)).toBe('run.limit-reached');
  space.end();
});

test('a message names the task that it is about, by the start of its id too', async () => {
  await using space = await start();
  const { id } = await space.task('About this', 'true');
  const sent = unwrap(
    await space.mail.commands.sendMail({ to: 'person', text: 'Look.', task: id.slice(3, 13) }, testAct),
  );
  expect(sent.taskId).toBe(id);
});

test('threads are listed by their last message, with what of them is unread, and read as a whole', async () => {
  await using space = await start();
  const { mail } = space;
  const { task, run, act } = await space.begin();
  const note = unwrap(await mail.commands.sendMail({ to: 'worker', text: 'For any worker.' }, testAct));
  const asked = unwrap(await mail.commands.sendMail({ to: 'person', text: 'Slow.', priority: '0' }, act));
  unwrap(await mail.commands.sendMail({ to: 'person', text: 'Very slow.', replyTo: asked.id }, act));
  const between = unwrap(await mail.commands.sendMail({ to: 'reviewer', text: 'Look at it.' }, act));
  const ids = async (filter: Parameters<typeof mail.queries.listThreads>[0]) =>
    unwrap(await mail.queries.listThreads(filter)).items.map(({ id }) => id);
  expect(await ids({})).toEqual([between.id, asked.id, note.id]);
  expect(await ids({ show: 'own' })).toEqual([asked.id, note.id]);
  expect(await ids({ show: 'unread' })).toEqual([asked.id]);
  expect(await ids({ runId: run.id })).toEqual([between.id, asked.id]);
  expect(await ids({ agentId: run.agentId ?? '' })).toEqual([between.id, asked.id]);
  expect(await ids({ taskId: task.id, limit: 1 })).toEqual([between.id]);
  expect(unwrap(await mail.queries.listThreads({ show: 'unread' })).items).toMatchObject([
    { last: { text: 'Very slow.' }, messages: 2, unread: 2, priority: 'P0', taskTitle: 'Works' },
  ]);

  expect(unwrap(await mail.commands.readThreadOf(asked.id, act))).toBe(0);
  expect(unwrap(await mail.commands.readThreadOf(asked.id, testAct))).toBe(2);
  expect([await mail.queries.countOwnUnread(), await ids({ show: 'unread' })]).toEqual([0, []]);
  expect(unwrap(await mail.queries.listThreads({ show: 'own' })).items[0]).toMatchObject({ unread: 0, priority: 'P2' });
  space.end();
});

test('who is answered in a thread is the run while it works, and its agent after that', async () => {
  await using space = await start();
  const { mail } = space;
  const { task, run, act } = await space.begin();
  const asked = unwrap(await mail.commands.sendMail({ to: 'person', text: 'Which port?' }, act));
  const reply = async () => unwrap(await mail.queries.showThread(asked.id)).reply;
  expect(await reply()).toEqual({ kind: 'run', id: run.id, name: run.agentName, endedRun: null });
  unwrap(await mail.commands.sendMail({ to: `run:${run.id}`, text: '8080.', replyTo: asked.id }, testAct));
  expect(await reply()).toMatchObject({ kind: 'run', id: run.id });
  expect(await mail.queries.listRecipients()).toContainEqual({
    kind: 'run',
    id: run.id,
    name: run.agentName,
    about: 'Works',
  });
  space.end();
  await space.until(task, 'closed');
  expect(await reply()).toEqual({ kind: 'agent', id: run.agentId, name: run.agentName, endedRun: run.id });
  const later = unwrap(
    await mail.commands.sendMail({ to: `agent:${run.agentId}`, text: 'Thanks.', replyTo: asked.id }, testAct),
  );
  expect(unwrap(await mail.queries.showThread(later.id))).toMatchObject({
    id: asked.id,
    taskId: task.id,
    taskTitle: 'Works',
    reply: { kind: 'agent', endedRun: null },
    messages: [{ text: 'Which port?' }, { text: '8080.' }, { text: 'Thanks.' }],
  });
  const kinds = (await mail.queries.listRecipients()).map(({ kind }) => kind);
  expect([kinds.includes('run'), kinds.includes('role')]).toEqual([false, true]);
});
