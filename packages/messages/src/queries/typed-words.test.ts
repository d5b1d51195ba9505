import { openTestStorage } from '@cw/storage/testing';
import { expect, test } from 'vitest';
import { answerWords, itemWords, ruleWords } from './typed-words.ts';

const retry = { name: 'retry', label: 'Try it again', text: 'optional' };
const cancel = { name: 'cancel', label: 'Give the task up', text: 'optional' };

test('items can be narrowed to those that wait, or were dismissed, and offer the answers that all of them take', async () => {
  using storage = openTestStorage();
  await storage.transact(async (tx) => {
    const add = (id: string, subject: string, state: string, choices: object) =>
      tx.run(
        `INSERT INTO inbox_items (id, kind, subject, title, choices, state, created_at)
         VALUES (?, 'failure', ?, 'It failed', ?, ?, 0)`,
        [id, subject, JSON.stringify(choices), state],
      );
    await add('ib_open', 'run:1', 'open', [retry, cancel]);
    await add('ib_also', 'run:2', 'open', [cancel]);
    await add('ib_over', 'task:tk_gone', 'open', [retry]);
    await add('ib_answered', 'run:3', 'answered', [retry]);
    await add('ib_dismissed', 'run:4', 'dismissed', [retry]);
  });
  const ids = async (among?: 'open' | 'trash') => (await itemWords(storage.read, '', among)).map(({ word }) => word);
  expect(await ids('open')).toEqual(['ib_also', 'ib_open']);
  expect(await ids('trash')).toEqual(['ib_dismissed']);
  expect(await ids()).toHaveLength(5);
  const answers = async (...items: string[]) => (await answerWords(storage.read, items)).map(({ word }) => word);
  expect(await answers('ib_open')).toEqual(['retry', 'cancel']);
  expect(await answers('ib_open', 'ib_also')).toEqual(['cancel']);
  expect(await answers('ib_answered')).toEqual([]);
  expect(await answers('ib_none')).toEqual([]);
});

test('rules can be narrowed to those in force, or removed', async () => {
  using storage = openTestStorage();
  await storage.transact(async (tx) => {
    const add = (id: string, removedAt: number | null) =>
      tx.run(
        `INSERT INTO permission_rules (id, tool, created_by, created_at, removed_at) VALUES (?, 'Bash', 'ada', 0, ?)`,
        [id, removedAt],
      );
    await add('ru_kept', null);
    await add('ru_gone', 1);
  });
  const ids = async (among?: 'open' | 'trash') => (await ruleWords(storage.read, '', among)).map(({ word }) => word);
  expect(await ids('open')).toEqual(['ru_kept']);
  expect(await ids('trash')).toEqual(['ru_gone']);
  expect(await ids()).toEqual(['ru_kept', 'ru_gone']);
});
