import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { envelopeIn, type RunOptions } from '../harness/run-cw.ts';
import { cases } from './cases.ts';
import { expectSaidToPeople, expectSane } from './expectations.ts';
import { makeWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** Files that come and go with SQLite's work, and the secret that the first server of a home makes. */
const passing = /cw\.db-(wal|shm|bell)$|dispatcher\.lock\.db|^secret$/;

/** What a home holds: the position of its event log, and its files. */
async function stateOf({ cw }: World) {
  const names = await readdir(cw.home, { recursive: true });
  const files = names.filter((name) => !passing.test(name)).sort();
  return { head: await cw.storage().bus.head(), files };
}

describe.each(Object.entries(cases))('%s', (_name, group) => {
  const named = group.map((given) => [given.what, given] as const);
  test.each(named)('%s is refused with its code, and changes nothing', async (_what, { args, input, refusal }) => {
    const { cw } = world;
    const line = args(world);
    const options: Partial<RunOptions> = input === undefined ? {} : { input };
    const before = await stateOf(world);
    expectSane(await cw.refusal(line, options), refusal);
    expectSaidToPeople(await cw.runQuick(line, options), refusal);
    expect(await stateOf(world)).toEqual(before);
  });
});

// What the program makes of a refusal is its own: a command that it runs by itself, and one of its full part.
test.each([
  [['task', 'show', 'tk_000000000000'], 'task.not-found'],
  [['project', 'show', 'nobody'], 'project.not-found'],
] as const)('the program itself ends %j with the code of its refusal', async (args, code) => {
  const ran = await world.cw.run([...args, '--json']);
  expect(ran.code).toBe(1);
  expect(envelopeIn(ran)).toMatchObject({ ok: false, error: { code } });
});

test('a title that starts with dashes can be given after two dashes', async () => {
  const made = await world.cw.ask('task', 'create', '--', '--frobnicate');
  expect(made).toMatchObject({ title: '--frobnicate' });
});
