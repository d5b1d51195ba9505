import { sayerOf, unwrap } from '@cw/kernel';
import { openTestStorage, testAct } from '@cw/storage/testing';
import { createTasksModule } from '@cw/tasks';
import { buildTask } from '@cw/tasks/testing';
import { expect, test } from 'vitest';
import { createMessagesModule } from './messages.module.ts';
import { type CauseName, causeChoices, causeKinds, causeOf, causeSubject } from './model/cause.ts';
import { sayInboxReason } from './model/inbox-reason.ts';
import { matterOf } from './model/matter.ts';
import { proposalReaction } from './raise-proposals.ts';

function open() {
  const storage = openTestStorage({
    say: sayerOf({ inbox: sayInboxReason }),
    reactions: async () => [proposalReaction],
  });
  const inbox = createMessagesModule({ storage });
  const about = { cause: 'repository', of: 'pr_1' } as const;
  return {
    storage,
    inbox,
    say: (title: string) => inbox.commands.raiseCause({ ...about, projectId: null, title }, testAct),
    end: () => inbox.commands.endCause(about, testAct),
    titles: async () => unwrap(await inbox.queries.listItems()).items.map(({ title }) => title),
    told: async () =>
      (
        await storage.read.all<{ type: string }>("SELECT type FROM event_view WHERE type LIKE 'inbox.%' ORDER BY seq")
      ).map(({ type }) => type),
    [Symbol.dispose]: () => storage[Symbol.dispose](),
  };
}

test('a cause is one item: told once, updated in place, and over with it', async () => {
  using it = open();
  await it.say('It is gone');
  await it.say('It is gone');
  await it.say('It is gone, and so is its disk');
  expect(await it.titles()).toEqual(['It is gone, and so is its disk']);
  expect(await it.told()).toEqual(['inbox.raised', 'inbox.updated']);
  await it.end();
  await it.end();
  expect(await it.titles()).toEqual([]);
  await it.say('It is gone');
  expect(await it.told()).toEqual(['inbox.raised', 'inbox.updated', 'inbox.over', 'inbox.raised']);
});

test('a cause that was dismissed is not brought up again while it lasts, and is when it comes back', async () => {
  using it = open();
  await it.say('It is gone');
  const [item] = unwrap(await it.inbox.queries.listItems()).items;
  unwrap(await it.inbox.commands.dismissItem({ item: item?.id ?? '', via: 'cli' }, testAct));
  await it.say('It is gone');
  await it.say('It is still gone');
  expect(await it.titles()).toEqual([]);
  await it.end();
  await it.say('It is gone again');
  expect(await it.titles()).toEqual(['It is gone again']);
});

test('what was dismissed of an account is told again as soon as it is about something else', async () => {
  using it = open();
  const tell = (kind: 'limit' | 'login', title: string) =>
    it.inbox.commands.keepTold(
      { kind, subject: 'account:claude:', title, choices: [], taskId: null, projectId: null, runId: null },
      testAct,
    );
  await tell('limit', 'It is at its limit');
  const [item] = unwrap(await it.inbox.queries.listItems()).items;
  unwrap(await it.inbox.commands.dismissItem({ item: item?.id ?? '', via: 'cli' }, testAct));
  await tell('limit', 'It is at its limit');
  expect(await it.titles()).toEqual([]);
  await tell('login', 'It must sign in');
  expect(await it.titles()).toEqual(['It must sign in']);
  await it.inbox.commands.settleSubject('account:claude:', testAct);
  await tell('limit', 'It is at its limit');
  expect(await it.titles()).toEqual(['It is at its limit']);
});

test('every cause is found again by its subject, and can be answered', () => {
  for (const name of Object.keys(causeKinds) as CauseName[]) {
    const { matter, id } = matterOf(causeSubject(name, 'pr_1:cw/next'));
    expect([matter, causeOf(id)]).toEqual(['cause', { name, of: 'pr_1:cw/next' }]);
    expect(causeChoices[name].length).toBeGreaterThan(0);
  }
});

test('follow-ups that were proposed are one item of their task, as long as one of them waits', async () => {
  using it = open();
  const tasks = createTasksModule({ storage: it.storage });
  const { commands } = tasks;
  const { id: taskId } = await buildTask(tasks, { title: 'Add b' });
  const propose = async (title: string) => unwrap(await commands.proposeFollowUp({ taskId, title }, testAct)).id;
  const first = await propose('Test b');
  const second = await propose('Document b');
  expect(unwrap(await it.inbox.queries.listItems()).items).toMatchObject([
    { kind: 'proposal', taskId, title: '2 follow-ups were proposed for “Add b”' },
  ]);
  unwrap(await commands.declineFollowUp({ followUp: first }, testAct));
  expect(await it.titles()).toEqual(['A follow-up was proposed for “Add b”']);
  unwrap(await commands.acceptFollowUp({ followUp: second }, testAct));
  expect(await it.titles()).toEqual([]);
  expect(await it.told()).toEqual(['inbox.raised', 'inbox.updated', 'inbox.updated', 'inbox.over']);
});
