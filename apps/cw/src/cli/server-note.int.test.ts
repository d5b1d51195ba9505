import { tempDir } from '@cw/testkit';
import { expect, test } from 'vitest';
import { startServer } from '../parts/start-server.ts';
import { heldNotes, serverNote } from './server-note.ts';

test('where no server runs it says how to start one, and nothing where one does', async () => {
  await using home = await tempDir();
  expect(await serverNote(home.path, false)).toMatch(/nothing starts until you run cw --server$/);
  expect(await serverNote(home.path, true)).toContain(`cw --server --home ${home.path}`);
  const server = await startServer({ home: home.path, port: 0 });
  try {
    expect(await serverNote(home.path, false)).toBeUndefined();
  } finally {
    await server.stop();
  }
});

test('of what was given to agents it is said what holds it until somebody does something', async () => {
  const message = 'its project pr_a was removed';
  const waits = [
    { why: 'removed', message },
    { why: 'no-place', message: '1 of 1 agents are at work' },
  ];
  expect(await heldNotes(['tk_a', 'ib_b'], { whyNotStarted: async () => waits })).toEqual([
    `tk_a is not started yet: ${message}`,
  ]);
});
