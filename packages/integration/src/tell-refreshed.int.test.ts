import { unwrap } from '@cw/kernel';
import { causeSubject, createMessagesModule, openItemOf } from '@cw/messages';
import { testAct } from '@cw/storage/testing';
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
  };
}

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
  expect(await told()).toEqual([1, 1]);

  const dismissed = await inbox.dismiss(history);
  const third = await mergeAnother(it, 'd.txt');
  await mergeAnother(it, 'e.txt');
  expect(await told()).toEqual([1, 1]);
  expect(await it.commentsOn(third.taskId)).toEqual([]);

  await inbox.restore(dismissed);
  await mergeAnother(it, 'f.txt');
  expect(await told()).toEqual([1, 1]);
  expect(await it.commentsOn(third.taskId)).toMatchObject([expect.stringContaining('main was rewritten')]);
  expect((await inbox.open(history)).details.taskIds).toContain(third.taskId);
});
