import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { TaskView } from '@cw/tasks';
import { type TempRepo, tempRepo, waitFor } from '@cw/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StatusReport } from '../src/status/status-report.ts';
import { runOnTerminal, startOnTerminal } from './harness/on-terminal.ts';
import { addProject, assign, committing, createTask } from './harness/project.ts';
import { openWorkspace, type Workspace } from './harness/workspace.ts';

let cw: Workspace;
let repo: TempRepo;
let tasks: Readonly<Record<'merged' | 'failed' | 'queued', TaskView>>;

beforeAll(async () => {
  [cw, repo] = await Promise.all([openWorkspace(), tempRepo({ files: { 'deep/a.txt': 'a' } })]);
  await addProject(cw, repo);
  tasks = {
    merged: await createTask(cw, 'Merged', { script: committing('one.txt') }),
    failed: await createTask(cw, 'Broken', { script: 'exit 3' }),
    queued: await createTask(cw, 'Queued', { script: 'true' }),
  };
  await cw.set('orchestrator.maxAttempts', '1');
  await using server = await cw.serve();
  await assign(cw, tasks.merged, tasks.failed);
  await cw.until(tasks.merged.id, ({ status }) => status === 'closed');
  await cw.until(tasks.failed.id, ({ state }) => state === 'needs-you');
  await server.stop();
  await cw.ask('task', 'create', 'By hand', '--project', 'sample');
  await cw.ask('task', 'claim', (await cw.tasks()).find(({ title }) => title === 'By hand')?.id ?? '');
  await cw.ask('pause', '--reason', 'lunch');
  await assign(cw, tasks.queued);
});
afterAll(async () => {
  await cw[Symbol.asyncDispose]();
  await repo.remove();
});

const inRepo = () => ({ env: { ...cw.env, CW_HOME: cw.home }, cwd: join(repo.path, 'deep') });

test('it tells what works, what needs you, what is queued and why, and what was merged, without a server', async () => {
  const report = await cw.ask<StatusReport>('status');
  expect(report).toMatchObject({
    server: null,
    project: null,
    pauses: [{ projectName: null, by: 'ada', reason: 'lunch' }],
    working: { total: 1, items: [{ taskTitle: 'By hand', who: 'ada', runId: null }] },
    needsYou: { total: 1, items: [{ kind: 'failure', taskTitle: 'Broken' }] },
    queued: { total: 0, onHold: 1, items: [{ taskTitle: 'Queued', why: [expect.stringContaining('lunch')] }] },
    mergedToday: { total: 1, items: [{ taskTitle: 'Merged', projectName: 'sample' }] },
  });
  const { stdout } = await cw.runQuick(['status']);
  for (const part of [
    /no server runs: cw --server/,
    /^Paused by ada: lunch$/m,
    /^Working 1$/m,
    /^Needs you 1$/m,
    /^Queued 0 · 1 on hold$/m,
    /^Merged today 1$/m,
  ]) {
    expect(stdout).toMatch(part);
  }
});

test('cw alone is cw status in the repository of a project, and the help elsewhere', async () => {
  const { stdout } = await cw.runQuick([], inRepo());
  expect(stdout).toMatch(/^sample {2}·/);
  expect((await cw.runQuick([])).stdout).toMatch(/^Usage: cw/);
});

test('in the repository of one project, others are left out unless they are asked for', async () => {
  await using other = await tempRepo({ files: { 'b.txt': 'b' } });
  await cw.ask('project', 'add', other.path, '--name', 'other');
  const here = { ...inRepo(), cwd: other.path };
  const alone = JSON.parse((await cw.runQuick(['status', '--json'], here)).stdout).data;
  expect(alone).toMatchObject({ project: { name: 'other' }, working: { total: 0 }, mergedToday: { total: 0 } });
  expect((await cw.runQuick(['status'], here)).stdout).toContain('Nothing is running, and nothing needs you.');
  const all = JSON.parse((await cw.runQuick(['status', '--all-projects', '--json'], here)).stdout).data;
  expect(all).toMatchObject({ project: null, mergedToday: { total: 1 } });
});

test('it fits on a screen, however much there is', async () => {
  const made = Array.from(
    { length: 30 },
    (_, n) => `create "More ${n}" --project sample --script true --key k${n}\nassign k${n}`,
  );
  await cw.runQuick(['task', 'batch', '-'], { ...inRepo(), input: made.join('\n') });
  const { stdout } = await runOnTerminal(['status', '--no-pager'], {
    env: { ...inRepo().env, PATH: process.env.PATH ?? '' },
    rows: 30,
  });
  const lines = stdout.trimEnd().split('\r\n');
  expect(lines.length).toBeLessThan(30);
  expect(stdout).toMatch(/… \d+ more: cw task list/);
  for (const line of lines) expect(stripVTControlCharacters(line).length).toBeLessThanOrEqual(80);
});

test('where there is no workspace, none is made', async () => {
  const home = join(cw.userHome, 'none');
  expect((await cw.runQuick(['status', '--home', home])).stdout).toContain('Nothing is running');
  await expect(mkdir(home)).resolves.toBeUndefined();
  await rm(home, { recursive: true });
});

test('cw watch draws it anew when something changes, and leaves the terminal as it was', async () => {
  const watched = startOnTerminal(['watch'], { env: { ...inRepo().env, PATH: process.env.PATH ?? '' } });
  await waitFor(() => watched.said().includes('Needs you'), { what: 'the first screen' });
  await cw.ask('task', 'claim', (await cw.ask<TaskView>('task', 'create', 'Seen at once')).id);
  await waitFor(() => watched.said().includes('Seen at once'), { what: 'the change' });
  watched.type('\u0003');
  expect(await watched.over).toMatchObject({ code: 0 });
  expect(watched.said().startsWith('\u001b[?1049h')).toBe(true);
  expect(watched.said().endsWith('\u001b[?25h\u001b[?1049l')).toBe(true);
});

test('programs are told what to use in the place of cw watch', async () => {
  expect((await cw.refusal(['watch'])).error.code).toBe('watch.for-people');
});
