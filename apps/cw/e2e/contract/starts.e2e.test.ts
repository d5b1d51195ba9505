import { spawn } from 'node:child_process';
import { chmod, mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, TaskRow, TaskView } from '@cw/tasks';
import { tempDir, tempRepo } from '@cw/testkit';
import { expect, test } from 'vitest';
import { copyProgram, stranger } from '../harness/copied-program.ts';
import { cleanEnv, program } from '../harness/program.ts';
import { ended, envelopeIn, runCw } from '../harness/run-cw.ts';
import { startServer } from '../harness/server.ts';
import { openWorkspace } from '../harness/workspace.ts';

test('it starts from any directory, one that was taken away under it too', async () => {
  await using cw = await openWorkspace();
  const inside = join(cw.userHome, 'deep/er');
  await mkdir(inside, { recursive: true });
  expect((await cw.run(['task', 'list', '--json'], { cwd: inside })).code).toBe(0);
  const script = `cd '${inside}' && rm -r '${inside}' && exec '${program()}' task list --json`;
  const child = spawn('/bin/sh', ['-c', script], { env: { ...cw.env, CW_HOME: cw.home } });
  expect(await ended(child)).toMatchObject({ code: 0, stderr: '' });
});

test('it finds its parts through a chain of links, and from a folder with spaces in its name', async () => {
  await using copy = await copyProgram();
  await using folder = await tempDir();
  const moved = join(folder.path, 'a folder of mine');
  await symlink(join(copy.path, 'dist'), moved);
  await symlink(join(moved, 'cw'), join(folder.path, 'first'));
  await symlink(join(folder.path, 'first'), join(folder.path, 'cw'));
  const env = { ...cleanEnv(folder.path), CW_HOME: join(folder.path, 'home') };
  const linked = join(folder.path, 'cw');
  expect((await runCw(['task', 'create', 'T', '--json'], { env, program: linked })).code).toBe(0);
  expect((await runCw(['project', 'list'], { env, program: linked })).code).toBe(0);
  expect((await runCw(['--version'], { env, program: linked })).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  await using server = await startServer({ home: env.CW_HOME, env, program: linked });
  const page = await fetch(server.link);
  expect(page.status).toBe(200);
  await server.stop();
});

test('it needs nothing but its own folder, and writes nothing into it', async () => {
  await using copy = await copyProgram();
  const before = await readdir(join(copy.path, 'dist'), { recursive: true });
  for (const name of ['.', ...before]) {
    await chmod(join(copy.path, 'dist', name), name.includes('.') && name !== '.' ? 0o444 : 0o555);
  }
  const home = join(copy.path, 'home');
  await mkdir(home);
  await chmod(home, 0o777);
  const env = { ...cleanEnv(home), CW_HOME: join(home, 'cw') };
  const options = { env, program: copy.program, user: stranger };
  expect(await runCw(['task', 'create', 'T', '--json'], options)).toMatchObject({ code: 0, stderr: '' });
  expect(await runCw(['account', 'list'], options)).toMatchObject({ code: 0, stderr: '' });
  expect(await readdir(join(copy.path, 'dist'), { recursive: true })).toEqual(before);
});

test('without HOME, a terminal or a PATH to speak of it still does its work', async () => {
  await using cw = await openWorkspace();
  const path = { PATH: `${join(process.execPath, '..')}:/usr/bin:/bin` };
  expect(await cw.run(['task', 'list', '--json'], { env: { ...path, CW_HOME: cw.home } })).toMatchObject({
    code: 0,
    stderr: '',
  });
});

test('a reader that has seen enough is no error', async () => {
  await using cw = await openWorkspace();
  for (let n = 0; n < 5; n += 1) await cw.ask('task', 'create', `${n} ${'long '.repeat(60)}`);
  const script = `'${program()}' task list --json | head -c 10; echo; '${program()}' task list | head -n 1 > /dev/null`;
  const child = spawn('/bin/sh', ['-c', script], { env: { ...cw.env, CW_HOME: cw.home } });
  expect(await ended(child)).toMatchObject({ code: 0, stderr: '', stdout: '{"ok":true\n' });
});

test("a repository's own workspace is found from below it and from its worktrees, and nowhere else", async () => {
  await using repo = await tempRepo({ files: { 'deep/a.txt': 'a' } });
  await using user = await tempDir();
  const env = cleanEnv(user.path);
  const made = envelopeIn<{ home: string }>(await runCw(['init', '--local', '--json'], { env, cwd: repo.path }));
  expect(made).toMatchObject({ ok: true, data: { home: join(repo.path, '.git/cw') } });
  await runCw(['task', 'create', 'Of this repository'], { env, cwd: join(repo.path, 'deep') });
  const other = await runCw(['init', '--local'], {
    env: { ...env, CW_HOME: join(user.path, 'other') },
    cwd: repo.path,
  });
  expect(other).toMatchObject({ code: 0, stderr: expect.stringContaining(`${join(user.path, 'other')}, and wins`) });
  await repo.git('worktree', 'add', '-q', join(user.path, 'linked'));
  const titles = async (cwd: string) => {
    const list = envelopeIn<Page<TaskRow>>(await runCw(['task', 'list', '--json'], { env, cwd }));
    return list.ok ? list.data.items.map(({ title }) => title) : list.error;
  };
  expect(await titles(join(user.path, 'linked'))).toEqual(['Of this repository']);
  expect(await titles(user.path)).toEqual([]);
  expect(await repo.git('status', '--porcelain')).toBe('');
  await rm(join(repo.path, '.git/worktrees'), { recursive: true });
});

test('who acts is said by CW_ACTOR, and is kept with the change', async () => {
  await using cw = await openWorkspace();
  const env = { ...cw.env, CW_HOME: cw.home, CW_ACTOR: 'grace' };
  const made = envelopeIn<TaskView>(await cw.run(['task', 'create', 'T', '--json'], { env }));
  if (!made.ok) throw new Error(made.error.message);
  const { items } = await cw.ask<Page<{ actor: { name: string } }>>('task', 'history', made.data.id);
  expect(items.map(({ actor }) => actor.name)).toEqual(['grace']);
});

test('what is reserved for people is refused in the shell of a run', async () => {
  await using cw = await openWorkspace();
  const task = await cw.ask<TaskView>('task', 'create', 'T');
  const { seq } = await cw.storage().bus.head();
  const env = { ...cw.env, CW_HOME: cw.home, CW_RUN: 'rn_000000000000' };
  for (const args of [
    ['assign', task.id],
    ['task', 'create', 'S', '--script', 'true'],
    ['account', 'add', 'x'],
    ['config', 'set', 'orchestrator.maxConcurrent', '9'],
    ['task', 'create', 'Another'],
    ['task', 'comment', task.id, 'hello'],
    ['task', 'close', task.id],
    ['--server', '--port', '0'],
    ['--port', '0', '--server'],
  ]) {
    const ran = await cw.run([...args, '--json'], { env });
    expect(ran.code).toBe(1);
    expect(envelopeIn(ran)).toMatchObject({ ok: false, error: { code: expect.stringMatching(/people[.-]only/) } });
  }
  const child = spawn('/bin/sh', ['-c', `env -u CW_RUN '${program()}' assign ${task.id} --json`], { env });
  const ran = await ended(child);
  expect(envelopeIn(ran)).toMatchObject({ ok: false, error: { code: 'people.only' } });
  expect((await cw.storage().bus.head()).seq).toBe(seq);
});
