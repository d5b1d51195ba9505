import { expect, test } from 'vitest';
import { runRounds } from './dispatcher.ts';

const neverCommits = { onCommit: () => () => {} } as unknown as Parameters<typeof runRounds>[0];

test('a round that says when to look again is followed by one then, and else by none', async () => {
  const answers = [1, undefined, 5];
  let resolve = () => {};
  const second = new Promise<void>((done) => {
    resolve = done;
  });
  let calls = 0;
  const rounds = runRounds(neverCommits, {
    dispatch: async () => {
      calls += 1;
      if (calls === 2) resolve();
      return answers[calls - 1];
    },
    onError: (error) => {
      throw error;
    },
  });
  await second;
  expect(calls).toBe(2);
  await rounds.stop();
});

test('one that failed is followed by another, though nothing is committed', async () => {
  const errors: unknown[] = [];
  let resolve = () => {};
  const second = new Promise<void>((done) => {
    resolve = done;
  });
  const rounds = runRounds(neverCommits, {
    dispatch: async () => {
      if (errors.length === 0) throw new Error('the disk is full');
      resolve();
      return undefined;
    },
    onError: (error) => errors.push(error),
    restMs: 1,
  });
  await second;
  await rounds.stop();
  expect(errors).toHaveLength(1);
});

test('one that is stopped looks no more, although it was to', async () => {
  let calls = 0;
  const rounds = runRounds(neverCommits, {
    dispatch: async () => {
      calls += 1;
      return 0;
    },
    onError: () => {},
  });
  await rounds.stop();
  const before = calls;
  rounds.wake();
  expect(calls).toBe(before);
});
