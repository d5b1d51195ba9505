import { type Act, err, type IdSource, ok, type Result, randomId } from '@cw/kernel';
import { expect, test } from 'vitest';
import { boundTo, commandsOver } from './commands.ts';
import type { ReadDb } from './ports/read-db.ts';
import type { Tx } from './ports/tx.ts';
import { openTestStorage, testAct } from './testing.ts';

type Names = { readonly tx: Tx; add(name: string, by: string): Promise<void> };

const nameStore = (tx: Tx): Names => ({
  tx,
  add: async (name, by) => {
    await tx.run('INSERT INTO meta (key, value) VALUES (?, ?)', [name, by]);
  },
});

async function addName({ add }: Names, name: string, act: Act): Promise<Result<string, 'empty'>> {
  await add(name, act.actor.name);
  return name === '' ? err('empty') : ok(name);
}

const names = commandsOver(nameStore);
const commands = { add: addName };
const queries = {
  who: async (read: ReadDb, name: string) =>
    (await read.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', [name]))?.value,
};

test('a command has a transaction of its own, which its refusal takes back', async () => {
  using storage = openTestStorage();
  const bound = names.bind({ storage }, commands);
  const { who } = boundTo(storage.read, queries);
  expect(await bound.add('one', testAct)).toEqual(ok('one'));
  expect(await bound.add('', testAct)).toEqual(err('empty'));
  expect(await names.run({ storage }, addName, 'two', testAct)).toEqual(ok('two'));
  expect([await who('one'), await who(''), await who('two')]).toEqual(['tess', undefined, 'tess']);
});

test('several commands belong to the transaction of whoever holds it', async () => {
  using storage = openTestStorage();
  const { who } = boundTo(storage.read, queries);
  const done = await storage.transact(async (tx) => {
    const { add } = names.within(tx, commands);
    await add('one', testAct);
    return add('', testAct);
  });
  expect(done).toEqual(err('empty'));
  expect(await who('one')).toBeUndefined();
});

test('a rehearsal answers what would be and keeps nothing', async () => {
  using storage = openTestStorage();
  expect(await names.rehearse({ storage }, addName, 'one', testAct)).toEqual(ok('one'));
  expect(await names.rehearse({ storage }, addName, '', testAct)).toEqual(err('empty'));
  expect(await boundTo(storage.read, queries).who('one')).toBeUndefined();
});

test('what a transaction makes has ids of the workspace', async () => {
  const made: string[] = [];
  const ids: IdSource = (kind) => {
    made.push(randomId(kind));
    return made.at(-1) ?? '';
  };
  using storage = openTestStorage({ ids });
  const id = await storage.transact(async (tx) => tx.ids('task'));
  expect(made.at(-1)).toBe(id);
});
