import { unwrap } from '@cw/kernel';
import { causeSubject, createMessagesModule, openItemOf } from '@cw/messages';
import { testAct } from '@cw/storage/testing';
import { createTasksModule } from '@cw/tasks';
import { expect, test } from 'vitest';
import { startTestQueue, type TestQueue } from './testing.ts';

const person = { via: 'cli' } as const;

/** What people are told about the project of a queue, and what they do about it. */
function inboxOf(it: TestQueue) {
  const { commands } = createMessagesModule({ storage: it.storage });
  const open = async (subject: string) => {
    const item = await openItemOf(it.storage.read, subject);
    if (item === undefined) throw new Error(`nothing is open about ${subject}`);
    return item;
  };
  return {
    dismiss: async (subject: string) => {
      const { id } = await open(subject);
      unwrap(await commands.dismissItem({ item: id, ...person }, testAct));
      return id;
    },
    restore: async (item: string) => unwrap(await commands.restoreItem({ item, ...person }, testAct)),
    open,
    answer: async (subject: string, choice: string) => {
      const { id } = await open(subject);
      unwrap(await commands.answerItem({ item: id, choice, ...person }, testAct));
    },
    /** How often people were told of a subject. */
    told: async (subject: string) => {
      const events = await it.storage.bus.read(0, 1000);
      return events.filter(({ type, payload }) => type === 'inbox.raised' && JSON.stringify(payload).includes(subject))
        .length;
    },
  };
}

/** New commits on the default branch that conflict with what was merged, as people are told. */
async function conflicting(it: TestQueue) {
  const inbox = inboxOf(it);
  const subject = causeSubject('new-commits', it.project.id);
  await it.enqueue({ 'a.txt': 'agent\n' });
  await it.process();
  await it.repo.commit({ 'a.txt': 'user\n' });
  await mergeAnother(it, 'b.txt');
  return { ...inbox, subject, fixedBy: String((await inbox.open(subject)).details.fixedBy) };
}

test('what is told of new commits is over once their task is assigned, and told again when that comes to a stop', async () => {
  await using it = await startTestQueue();
  const tasks = createTasksModule({ storage: it.storage });
  const { subject, fixedBy, ...inbox } = await conflicting(it);
  await inbox.answer(subject, 'assign');
  unwrap(await tasks.commands.assign({ tasks: [fixedBy] }, testAct));
  await mergeAnother(it, 'c.txt');
  await mergeAnother(it, 'd.txt');
  expect(await inbox.told(subject)).toBe(1);
  await expect(inbox.open(subject)).rejects.toThrow('nothing is open');

  unwrap(await tasks.commands.end({ taskId: fixedBy, outcome: 'cancelled', reason: 'Not now.' }, testAct));
  await mergeAnother(it, 'e.txt');
  expect(await inbox.told(subject)).toBe(2);
  expect((await inbox.open(subject)).details.fixedBy).not.toBe(fixedBy);
});

test('new commits that were told are over when their task is assigned through another door', async () => {
  await using it = await startTestQueue();
  const { subject, fixedBy, ...inbox } = await conflicting(it);
  unwrap(await createTasksModule({ storage: it.storage }).commands.assign({ tasks: [fixedBy] }, testAct));
  await mergeAnother(it, 'c.txt');
  await expect(inbox.open(subject)).rejects.toThrow('nothing is open');
});

test('what is told of new commits is over as soon as what was merged no longer conflicts with them', async () => {
  await using it = await startTestQueue();
  const { subject, ...inbox } = await conflicting(it);
  await it.enqueue({ 'a.txt': 'user\n' });
  await it.process();
  await expect(inbox.open(subject)).rejects.toThrow('nothing is open');
  expect(await it.git('merge-base', '--is-ancestor', await it.repo.head('main'), 'cw/next')).toBe('');
});

test('new commits that were dismissed ask for no other task when theirs is given up', async () => {
  await using it = await startTestQueue();
  const tasks = createTasksModule({ storage: it.storage });
  const { subject, fixedBy, ...inbox } = await conflicting(it);
  await inbox.dismiss(subject);
  unwrap(await tasks.commands.end({ taskId: fixedBy, outcome: 'cancelled', reason: 'Not now.' }, testAct));
  await mergeAnother(it, 'c.txt');
  const asked = unwrap(
    await tasks.queries.list({ projectId: it.project.id, labels: ['integration-conflict'], all: true }),
  );
  expect(asked.items.map(({ id }) => id)).toEqual([fixedBy]);
});

/** Merges something, which looks at the repository first. */
async function mergeAnother(it: TestQueue, file: string) {
  const merge = await it.enqueue({ [file]: 'x\n' });
  await it.process();
  return merge;
}

test('what was dismissed about a rewritten branch is not brought up on its tasks again, until it is restored', async () => {
  await using it = await startTestQueue();
  const inbox = inboxOf(it);
  const history = causeSubject('history', `${it.project.id}:main`);
  await it.repo.commit({ 'dump.sql': 'data\n' }, 'mistake');
  const first = await mergeAnother(it, 'b.txt');
  await it.repo.git('reset', '-q', '--hard', 'HEAD~1');
  await it.repo.commit({ 'good.txt': 'good\n' }, 'good');
  const second = await mergeAnother(it, 'c.txt');
  const told = async () =>
    (await Promise.all([first, second].map(({ taskId }) => it.commentsOn(taskId)))).map(
      (comments) => comments.filter((text) => text.includes('main was rewritten')).length,
    );
  const before = await told();
  expect(before).toContain(1);

  const dismissed = await inbox.dismiss(history);
  const third = await mergeAnother(it, 'd.txt');
  await mergeAnother(it, 'e.txt');
  expect(await told()).toEqual(before);
  expect(await it.commentsOn(third.taskId)).toEqual([]);

  await inbox.restore(dismissed);
  await mergeAnother(it, 'f.txt');
  expect(await told()).toEqual(before);
  expect(await it.commentsOn(third.taskId)).toMatchObject([expect.stringContaining('main was rewritten')]);
  expect((await inbox.open(history)).details.taskIds).toContain(third.taskId);
});
