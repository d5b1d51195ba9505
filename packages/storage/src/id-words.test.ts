import { expect, test } from 'vitest';
import { idWords } from './id-words.ts';
import { anyEvent, openTestStorage, testAct } from './testing.ts';

test('ids go on in the form in which they are typed, with the start of their kind or without it', async () => {
  using storage = openTestStorage();
  await storage.transact(async (tx) => {
    for (const entity of ['tk_ab1', 'tk_ac2'])
      await anyEvent.append(tx, { type: 'task.created', entity, payload: {} }, testAct);
  });
  const listed = 'SELECT entity AS id, type AS description FROM events ORDER BY seq DESC';
  const words = async (start: string) =>
    (await idWords(storage.read, { kind: 'task', listed }, start)).map(({ word }) => word);
  expect(await words('')).toEqual(['tk_ac2', 'tk_ab1']);
  expect(await words('tk_ab')).toEqual(['tk_ab1']);
  expect(await words('ac')).toEqual(['ac2']);
  expect(await words('zz')).toEqual([]);
});
