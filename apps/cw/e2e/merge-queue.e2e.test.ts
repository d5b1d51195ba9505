import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectView } from '@cw/projects';
import { processesCarrying, type TempRepo, tempRepo } from '@cw/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addProject, assign, committing, createTask, photograph } from './harness/project.ts';
import type { Server } from './harness/server.ts';
import { isSettled, openWorkspace, type Workspace } from './harness/workspace.ts';

/** Says something and fails as long as the user's home holds a file `broken`; hangs while it holds one `hang`. */
const check = [
  'echo "looking at $(ls | tr "\\n" " ")"',
  'if [ -e "$HOME/hang" ]; then setsid sleep 1000 & sleep 1000; fi',
  'if [ -e "$HOME/broken" ]; then echo "it is broken" >&2; exit 3; fi',
].join('; ');

let cw: Workspace;
let repo: TempRepo;
let project: ProjectView;
let server: Server;

beforeAll(async () => {
  [cw, repo] = await Promise.all([
    openWorkspace(),
    tempRepo({ files: { 'README.md': 'hello\n', 'shared.txt': 'one\n' } }),
  ]);
  project = await addProject(cw, repo, '--check', `tests: ${check}`, '--check-timeout', '2');
  server = await cw.serve();
});
afterAll(async () => {
  await server.stop();
  await cw[Symbol.asyncDispose]();
  await repo.remove();
});

/** Has a script work on a fresh task until nothing goes on with it. */
async function work(title: string, script: string) {
  const made = await createTask(cw, title, { script });
  await assign(cw, made);
  await cw.until(made.id, isSettled);
  const [merge] = await cw.mergesOf(made.id);
  if (merge === undefined) throw new Error('nothing was queued');
  return { task: await cw.task(made.id), merge };
}

async function withFile<T>(name: string, work: () => Promise<T>): Promise<T> {
  const path = join(cw.userHome, name);
  writeFileSync(path, '');
  try {
    return await work();
  } finally {
    rmSync(path);
  }
}

/** The tip of the integration branch in the clone; undefined while nothing was merged. */
const tip = () => repo.git('--git-dir', join(cw.home, 'projects', project.id, 'repo.git'), 'rev-parse', 'cw/next');

test('a check that fails keeps the branch out, says so with its output, and is made good by a retry', async () => {
  const before = await tip();
  const { task, merge } = await withFile('broken', () => work('Breaks', committing('breaks.txt')));
  expect(merge).toMatchObject({ state: 'checks-failed', verdict: 'failed', mergeSha: null });
  expect(merge.checks).toMatchObject([{ verdict: 'failed', exitCode: 3 }]);
  expect(task).toMatchObject({ status: 'blocked', state: 'needs-you' });
  expect(task.statusReason).toBe('Not merged: The check "tests" failed with code 3.');
  expect(await tip()).toBe(before);
  const [item] = (await cw.inbox()).filter(({ taskId }) => taskId === task.id);
  expect(item).toMatchObject({
    title: task.statusReason,
    text: expect.stringMatching(/^```text\n[\s\S]*it is broken\n```$/),
  });
  for (const door of [
    ['merge', 'show', merge.id],
    ['task', 'show', task.id],
    ['inbox', 'show', item?.id ?? ''],
  ]) {
    expect((await cw.runQuick(door)).stdout).toContain('it is broken');
  }
  expect(await cw.ask('merge', 'show', merge.id)).toMatchObject({
    failedCheck: { name: 'tests', lastLines: expect.arrayContaining(['it is broken']) },
  });
  expect((await cw.refusal(['merge', 'show', merge.id, '--log', '--check', 'lint'])).error.code).toBe('merge.no-check');
  expect(await cw.ask('merge', 'list', '--state', 'unmerged')).toMatchObject({ items: [{ id: merge.id }] });
  expect((await cw.runQuick(['merge', 'list', '--state', 'held'])).stdout).toMatch(/No merge requests match .*held/);
  const shown = await cw.runQuick(['merge', 'show', merge.id, '--log']);
  expect(shown.stdout).toContain('it is broken');
  expect(shown.stdout).toContain('breaks.txt');

  expect(await cw.ask('merge', 'retry', merge.id)).toMatchObject({ attempt: 2 });
  expect(await cw.until(task.id, ({ status }) => status === 'closed')).toMatchObject({ outcome: 'done' });
  expect(await cw.mergesOf(task.id)).toMatchObject([{ id: merge.id, state: 'merged', verdict: 'passed', attempt: 2 }]);
  expect(await repo.show('cw/next', 'breaks.txt')).toBe('breaks.txt\n');
  expect((await cw.runsOf(task.id)).length).toBe(1);
});

test('a check that hangs is ended at its time limit with everything it started', async () => {
  const before = await tip();
  const { task, merge } = await withFile('hang', () => work('Hangs', committing('hangs.txt')));
  expect(merge).toMatchObject({ state: 'checks-failed', verdict: 'timed-out' });
  expect(task.statusReason).toMatch(/did not end within 2 s/);
  expect(await tip()).toBe(before);
  const sleeping = async () =>
    (await processesCarrying(`HOME=${cw.userHome}`)).filter(({ command }) => command === 'sleep 1000');
  expect(await sleeping()).toEqual([]);
});

test('a conflict is told with its files and leaves nothing behind; a fresh attempt takes in what was merged', async () => {
  const edit = (text: string) => `printf '%s\\n' ${text} > shared.txt && git commit -q -a -m 'feat: ${text}'`;
  await cw.set('orchestrator.maxConcurrent', '2');
  const together = (name: string, other: string) =>
    `touch "$HOME/${name}"; while [ ! -e "$HOME/${other}" ]; do sleep 0.2; done`;
  const left = await createTask(cw, 'Left', { script: `${together('left', 'right')}\n${edit('left')}` });
  const right = await createTask(cw, 'Right', { script: `${together('right', 'left')}\n${edit('right')}` });
  await assign(cw, left, right);
  const settled = await Promise.all([left, right].map(({ id }) => cw.until(id, isSettled)));
  await cw.set('orchestrator.maxConcurrent', '1');
  const [won] = settled.filter(({ status }) => status === 'closed');
  const [lost] = settled.filter(({ status }) => status === 'blocked');
  if (won === undefined || lost === undefined) throw new Error('one of the two should have been merged');

  const [merge] = await cw.mergesOf(lost.id);
  expect(merge).toMatchObject({ state: 'conflict', conflictFiles: ['shared.txt'], mergeSha: null });
  expect(lost.statusReason).toMatch(/^Not merged: It conflicts with cw\/next in shared\.txt\.$/);
  expect(await repo.show('cw/next', 'shared.txt')).toBe(`${won.title.toLowerCase()}\n`);
  const clone = join(cw.home, 'projects', project.id, 'repo.git');
  expect(await repo.git('--git-dir', clone, 'log', '-1', '--format=%s', merge?.branch ?? '')).toContain(
    lost.title.toLowerCase(),
  );

  await cw.ask('task', 'update', lost.id, '--script', committing('resolved.txt'));
  await assign(cw, lost);
  expect(await cw.until(lost.id, isSettled)).toMatchObject({ status: 'closed', outcome: 'done' });
  expect(await repo.show('cw/next', 'shared.txt')).toBe(`${won.title.toLowerCase()}\n`);
  expect(await repo.files('cw/next')).toContain('resolved.txt');
  const [attempt] = (await cw.runsOf(lost.id)).filter((run) => run.attempt === 1);
  const kept = await repo.git('--git-dir', clone, 'show', `refs/cw/attempts/${attempt?.id}:shared.txt`);
  expect(kept).toBe(lost.title.toLowerCase());
});

test('a merge that waits is held, moved and withdrawn, and the task of one that was withdrawn is merged again from the inbox', async () => {
  const gated = 'until [ -e "$HOME/open" ]; do sleep 0.05; done';
  await cw.ask('project', 'set', 'sample', '--check', gated, '--check-timeout', '60');
  const made = [];
  for (const name of ['first', 'second', 'third']) {
    const task = await createTask(cw, `The ${name}`, { script: committing(`${name}.txt`) });
    await assign(cw, task);
    const merge = await cw.when(async () => (await cw.mergesOf(task.id))[0]);
    made.push({ task, merge: merge.id });
  }
  const [first, second, third] = made;
  if (!first || !second || !third) throw new Error('three were queued');
  await cw.when(async () => (await cw.mergesOf(first.task.id))[0]?.state === 'checking');
  expect((await cw.refusal(['merge', 'cancel', first.merge])).error.code).toBe('merge.in-hand');
  expect(await cw.ask('merge', 'hold', second.merge, '-r', 'after lunch')).toMatchObject({ state: 'held' });
  for (const door of [['show', second.task.id], ['status'], ['ready', '--explain']]) {
    expect((await cw.runQuick(door)).stdout).toMatch(/Held by ada: after lunch/);
  }
  expect(await cw.ask('merge', 'update', third.task.id, '-p', 'P0')).toMatchObject({ priority: 'P0' });
  const closing = (await cw.refusal(['task', 'close', third.task.id])).error;
  expect(closing).toMatchObject({
    code: 'task.running',
    next: [{ command: 'merge cancel', args: [third.task.id] }, {}],
  });
  const together = await cw.refusal(['merge', 'hold', third.task.id, first.task.id]);
  expect(together.error.code).toBe('merge.in-hand');
  expect(await cw.ask('merge', 'hold', third.task.id, second.task.id)).toMatchObject({
    items: [{ id: third.merge }, { id: second.merge }],
    total: 2,
  });
  expect(await cw.ask('merge', 'release', third.merge)).toMatchObject({ id: third.merge, state: 'queued' });
  const paused = await cw.runQuick(['pause']);
  expect(paused.stdout).toContain('2 merges in the queue continue');
  await cw.runQuick(['resume']);
  const withdrawn = await cw.runQuick(['merge', 'cancel', third.merge, '--reason', 'The design changed.']);
  expect(withdrawn.stdout).toContain('The design changed.');
  expect(withdrawn.stderr).toContain('is kept');
  expect(await cw.task(third.task.id)).toMatchObject({ state: 'needs-you' });

  await withFile('open', async () => {
    await cw.until(first.task.id, ({ status }) => status === 'closed');
    expect(await cw.mergesOf(second.task.id)).toMatchObject([{ state: 'held' }]);
    expect(await cw.ask('merge', 'release', second.merge)).toMatchObject({ state: 'queued' });
    await cw.until(second.task.id, ({ status }) => status === 'closed');
    const [item] = (await cw.inbox()).filter(({ taskId }) => taskId === third.task.id);
    await cw.ask('inbox', 'answer', item?.id ?? '', 'merge');
    await cw.until(third.task.id, ({ status }) => status === 'closed');
  });
  expect(await repo.files('cw/next')).toEqual(expect.arrayContaining(['first.txt', 'second.txt', 'third.txt']));
  await cw.ask('project', 'set', 'sample', '--check', check, '--check-timeout', '2');
});

test('what a person has committed since is taken in before the next merge', async () => {
  await repo.commit({ 'mine.txt': 'mine\n' }, 'feat: mine');
  const before = await photograph(repo);
  await work('After mine', committing('after-mine.txt'));
  expect(await repo.files('cw/next')).toEqual(expect.arrayContaining(['mine.txt', 'after-mine.txt']));
  expect(await photograph(repo)).toEqual(before);
});

test('a branch that a person has checked out is not moved, and the merge request says so until it is given', async () => {
  await repo.git('checkout', '-q', 'cw/next');
  const seen = await repo.head('cw/next');
  const { task, merge } = await work('Looked at', committing('looked-at.txt'));
  expect(task).toMatchObject({ status: 'closed', outcome: 'done' });
  expect(merge).toMatchObject({ state: 'merged', pushed: false, reason: expect.stringMatching(/checked out/) });
  expect(await repo.head('cw/next')).toBe(seen);
  expect(await repo.git('status', '--porcelain')).toBe('');
  expect(await tip()).toBe(merge.mergeSha);

  await repo.git('checkout', '-q', 'main');
  await cw.when(async () => (await cw.ask<{ pushed: boolean }>('merge', 'show', merge.id)).pushed);
  expect(await repo.head('cw/next')).toBe(merge.mergeSha);
});

test('without checks a merge is called unchecked, never passed', async () => {
  await cw.ask('project', 'set', 'sample', '--check', '');
  const { task, merge } = await work('Unchecked', committing('unchecked.txt'));
  expect(merge).toMatchObject({ state: 'merged', verdict: 'unchecked', checks: [] });
  expect(task).toMatchObject({ outcome: 'done' });
  await cw.ask('project', 'set', 'sample', '--check', check);
});

test('a set-up that fails ends the run before an agent begins, with what it said', async () => {
  await cw.ask('project', 'set', 'sample', '--setup', 'echo "no such package" >&2; exit 7');
  const made = await createTask(cw, 'Not set up', { script: 'touch "$HOME/began"' });
  await assign(cw, made);
  const blocked = await cw.until(made.id, isSettled);
  expect(blocked).toMatchObject({ status: 'blocked', statusReason: expect.stringMatching(/set-up.*7/is) });
  await cw.ask('project', 'set', 'sample', '--setup', '');
  await cw.when(async () => (await cw.runsOf(made.id))[0]?.outcome === 'failed');
});

test('a repository that is gone does not hold up merges, is told of, and gets them by itself when it is back', async () => {
  const elsewhere = `${repo.path}-unmounted`;
  renameSync(repo.path, elsewhere);
  const { task, merge } = await work('Merged without it', committing('without.txt'));
  expect(task).toMatchObject({ status: 'closed', outcome: 'done' });
  expect(merge).toMatchObject({ state: 'merged', pushed: false, reason: expect.stringContaining(repo.path) });
  const health = await cw.runQuick(['health']);
  expect([health.code, health.stdout]).toEqual([
    1,
    expect.stringContaining(`The repository of sample is not at ${repo.path}; one merge into cw/next`),
  ]);
  renameSync(elsewhere, repo.path);
  await cw.when(async () => (await cw.ask<{ pushed: boolean }>('merge', 'show', merge.id)).pushed);
  expect(await repo.show('cw/next', 'without.txt')).toBe('without.txt\n');
  expect((await cw.runQuick(['health'])).code).toBe(0);
});
