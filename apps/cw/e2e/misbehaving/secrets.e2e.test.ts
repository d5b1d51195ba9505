import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { committing } from '../harness/project.ts';
import { type Bench, expectHeld, expectMerged, openBench, settled, type Worked, work } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench[Symbol.asyncDispose]());

/** Everything that can be reached from what was given to the user's repository. */
async function givenAway(): Promise<string> {
  const objects = await bench.repo.git('rev-list', '--objects', '--all');
  return objects;
}

async function retry({ task, merge }: Worked): Promise<Worked> {
  await bench.cw.ask('merge', 'retry', merge?.id ?? '');
  return settled(bench, task.id);
}

const commitEnv = 'git add -f .env && git commit -qm "chore: settings"';

test('a prepared .env that the agent commits with force is held, and merges once it is out of every commit', async () => {
  const held = await work(bench, 'Forces it', `${commitEnv}\n${committing('forced.txt')}`);
  expectHeld(held, /Not merged.*\.env in [0-9a-f]{12}: the set-up hook copied it there.*Remove it from every commit/s);
  expect(held.merge).toMatchObject({ state: 'failed' });
  expect(await givenAway()).not.toContain('.env');
  expect(await readFile(join(held.run.worktree ?? '', '.env'), 'utf8')).toContain('correct-horse');

  const tree = held.run.worktree ?? '';
  await bench.repo.git('-C', tree, 'rm', '-q', '--cached', '.env');
  await bench.repo.git('-C', tree, 'commit', '-qm', 'chore: take it out again');
  expectHeld(await retry(held), /\.env in/);
  await bench.repo.git('-C', tree, 'reset', '-q', '--soft', held.run.baseSha ?? '');
  await bench.repo.git('-C', tree, 'commit', '-qm', 'feat: without it');
  expectMerged(await retry(held));
  expect(await bench.repo.files('cw/next')).toContain('forced.txt');
  expect(await givenAway()).not.toContain('.env');
});

test('a prepared .env that is only staged or renamed away does not reach a commit', async () => {
  const staged = await work(bench, 'Stages it', `git add -f .env\n${'echo x > staged.txt'}`);
  expectMerged(staged);
  const copied = await work(bench, 'Copies it', `cp .env .env.production\n${committing('copied.txt')}`);
  expectMerged(copied);
  expect((await bench.cw.runQuick(['task', 'show', copied.task.id])).stdout).toMatch(
    /\.env\.production.*looks like a secret/,
  );
  expect(await bench.git('show', `refs/cw/rescue/${copied.run.id}:.env.production`)).toContain('correct-horse');
  expect(await bench.repo.files('cw/next')).toEqual(expect.arrayContaining(['staged.txt', 'copied.txt']));
  expect(await givenAway()).not.toContain('.env');
});

const token = `${'ghp_'}${'a1'.repeat(20)}`;

test('a token in a commit holds the branch, and passes when a person says so for this task', async () => {
  const held = await work(bench, 'Token', committing('client.txt', `token = ${token}`));
  expectHeld(held, /client\.txt in [0-9a-f]{12}: it contains a GitHub token.*allow it if it is meant to be merged/s);
  expect(held.task.statusReason).not.toContain(token);
  const [item] = await bench.cw.inbox({ taskId: held.task.id });
  const { stdout } = await bench.cw.runQuick(['inbox', 'show', item?.id ?? '']);
  expect(stdout).toMatch(/Merge again: cw merge retry mr_/);
  expect(stdout).toContain(`Allow it first: cw config set merge.findings merge --task ${held.task.id}`);
  await bench.cw.set('merge.findings', 'merge', { task: held.task.id });
  expectMerged(await retry(held));
  expect(await bench.repo.show('cw/next', 'client.txt')).toContain(token);
});

const markers = "printf '<<<<<<< HEAD\\nours\\n=======\\ntheirs\\n>>>>>>> theirs\\n' > src/a.txt";

test.each([
  ['commits', `${markers}; git commit -qam "feat: merge"`],
  ['leaves uncommitted', markers],
])('merge markers that the agent %s are held, with the file', async (how, script) => {
  const held = await work(bench, `Markers: ${how}`, script);
  expectHeld(held, /src\/a\.txt in [0-9a-f]{12}: it contains unresolved conflict markers/);
  expect(await bench.repo.show('cw/next', 'src/a.txt')).toBe('a\n');
});
