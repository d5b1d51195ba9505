import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page, TaskRow } from '@cw/tasks';
import { tempRepo, waitFor } from '@cw/testkit';
import { expect, test } from 'vitest';
import { program } from '../harness/program.ts';
import { writeProgram } from '../harness/project.ts';
import { ended } from '../harness/run-cw.ts';
import { openWorkspace, type Workspace } from '../harness/workspace.ts';
import { diagnose, problemsIn } from './diagnosis.ts';

const rounds = 12;

/** How long a line takes when nobody disturbs it, in milliseconds. */
async function lengthOf(cw: Workspace, args: readonly string[]): Promise<number> {
  const start = performance.now();
  await cw.run(args);
  return performance.now() - start;
}

/** Starts a line and kills it after so many milliseconds, as a power cut would. Answers whether it had ended by then. */
async function killAfter(cw: Workspace, ms: number, args: readonly string[]): Promise<boolean> {
  const child = spawn(program(), [...args], { cwd: '/', env: { ...cw.env, CW_HOME: cw.home }, stdio: 'ignore' });
  const over = ended(child);
  await Promise.race([pause(ms), over]);
  child.kill('SIGKILL');
  return (await over).signal === null;
}

const open = async (cw: Workspace) => (await cw.ask<Page<TaskRow>>('task', 'list', '--limit', '500')).items;
const countAll = async (cw: Workspace) => (await cw.ask<Page<TaskRow>>('task', 'list', '--all', '--limit', '1')).total;

/** Moments spread over the whole of a line, those at its end closest together: there the disk is written. */
function momentsOf(length: number): readonly number[] {
  return Array.from({ length: rounds }, (_, n) => length * (1 - (n / rounds) ** 2));
}

type Making = {
  readonly what: string;
  /** How many tasks a line makes that nobody kills. */
  readonly count: number;
  /** The line, with its file written; no two rounds make the same tasks. */
  readonly line: (cw: Workspace, round: number) => Promise<readonly string[]>;
};

async function fileOf(cw: Workspace, round: number, lines: readonly object[]): Promise<string> {
  const path = join(cw.userHome, `round-${round}.jsonl`);
  await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

const many = (count: number) => Array.from({ length: count }, (_, n) => n);

const makings: readonly Making[] = [
  { what: 'a task', count: 1, line: async (_, round) => ['task', 'create', `T ${round}`, '--label', 'l'] },
  {
    what: 'an import',
    count: 150,
    line: async (cw, round) => {
      const tasks = many(150).map((n) => ({ id: `r${round}-${n}`, title: `T ${n}`, labels: ['l'] }));
      return ['task', 'import', '--format', 'beads', await fileOf(cw, round, tasks)];
    },
  },
  {
    what: 'a batch',
    count: 30,
    line: async (cw, round) => {
      const changes = many(30).map((n) => ({ op: 'create', title: `T ${round}-${n}`, labels: ['l'] }));
      return ['task', 'batch', await fileOf(cw, round, changes)];
    },
  },
];

test.each(makings)('$what that is killed at any moment has made all of its tasks or none', async ({ count, line }) => {
  await using cw = await openWorkspace();
  const length = await lengthOf(cw, await line(cw, 0));
  let known = await countAll(cw);
  expect(known).toBe(count);
  for (const [round, moment] of momentsOf(length).entries()) {
    const whole = await killAfter(cw, moment, await line(cw, round + 1));
    const now = await countAll(cw);
    expect(whole ? [count] : [0, count]).toContain(now - known);
    known = now;
  }
  expect(problemsIn(await diagnose(cw))).toEqual([]);
});

test('tasks that are closed together are all closed or none, whenever the line is killed', async () => {
  await using cw = await openWorkspace();
  for (let n = 0; n < 8; n += 1) await cw.ask('task', 'create', `T ${n}`);
  const reopen = async () => {
    const { items } = await cw.ask<Page<TaskRow>>('task', 'list', '--status', 'closed', '--limit', '500');
    for (const { id } of items) await cw.ask('task', 'reopen', id);
  };
  const ids = (await open(cw)).map(({ id }) => id);
  const length = await lengthOf(cw, ['task', 'close', ...ids]);
  for (const moment of momentsOf(length)) {
    await reopen();
    const whole = await killAfter(cw, moment, ['task', 'close', ...ids]);
    expect(whole ? [0] : [0, 8]).toContain((await open(cw)).length);
  }
  expect(problemsIn(await diagnose(cw))).toEqual([]);
});

test('a restore that is killed at any moment leaves the one database or the other', async () => {
  await using cw = await openWorkspace();
  for (let n = 0; n < 3; n += 1) await cw.ask('task', 'create', `T ${n}`);
  const { path: three } = await cw.ask<{ path: string }>('backup', 'create', join(cw.userHome, 'three.db'));
  await cw.ask('task', 'create', 'one more');
  const { path: four } = await cw.ask<{ path: string }>('backup', 'create', join(cw.userHome, 'four.db'));
  const length = await lengthOf(cw, ['backup', 'restore', three]);
  for (const moment of momentsOf(length)) {
    await cw.ask('backup', 'restore', four);
    const whole = await killAfter(cw, moment, ['backup', 'restore', three]);
    expect(whole ? [3] : [3, 4]).toContain(await countAll(cw));
    expect(problemsIn(await diagnose(cw))).toEqual([]);
  }
});

test('a first start that is killed at any moment leaves a home that the next one completes', async () => {
  await using cw = await openWorkspace();
  const length = await lengthOf(cw, ['init', '--home', join(cw.userHome, 'whole')]);
  for (const [round, moment] of momentsOf(length).entries()) {
    const home = join(cw.userHome, `home-${round}`);
    await killAfter(cw, moment, ['init', '--home', home]);
    await cw.ask('task', 'create', 'first', '--home', home);
    expect(problemsIn(await diagnose({ runQuick: (args) => cw.runQuick([...args, '--home', home]) }))).toEqual([]);
  }
});

test('what an add that was killed has left is told by doctor and removed by cleanup, and one at work is let be', async () => {
  await using cw = await openWorkspace();
  await using repo = await tempRepo({ files: { 'a.txt': 'a' } });
  const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim();
  const bin = join(cw.userHome, 'bin');
  await mkdir(bin);
  const slow = `case " $* " in *" clone "*) until [ -e '${cw.userHome}/go' ]; do sleep 0.05; done;; esac`;
  await writeProgram(join(bin, 'git'), `#!/bin/sh\n${slow}\nexec ${real} "$@"\n`);
  const env = { ...cw.env, PATH: `${bin}:${cw.env.PATH}`, CW_HOME: cw.home };
  const projects = join(cw.home, 'projects');
  const staged = () =>
    existsSync(projects) ? readdirSync(projects).filter((name) => name.startsWith('.adding-')) : [];
  const child = spawn(program(), ['project', 'add', repo.path], { cwd: '/', env, stdio: 'ignore' });
  const over = ended(child);
  await waitFor(() => staged().length === 1 && existsSync(join(projects, staged()[0] ?? '', 'adding.lock.db')));
  const left = async () => (await diagnose(cw)).findings.filter(({ check }) => check === 'projects.unfinished');
  const clean = () => cw.ask<{ removed: readonly { kind: string; thing: string }[] }>('cleanup');
  expect([await left(), (await clean()).removed, staged().length]).toEqual([[], [], 1]);
  child.kill('SIGKILL');
  await over;
  await writeFile(join(cw.userHome, 'go'), '');
  const path = join(projects, staged()[0] ?? '');
  expect(await left()).toMatchObject([
    { level: 'notice', thing: path, message: expect.stringMatching(/takes up \d+ kB/) },
  ]);
  expect((await clean()).removed).toMatchObject([{ kind: 'clone', thing: path }]);
  expect([staged(), await left()]).toEqual([[], []]);
});
