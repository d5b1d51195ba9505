import { chmod, mkdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitFor } from '@cw/testkit';
import { expect, test } from 'vitest';
import { type ClonedRepo, clonedRepo } from '../testing.ts';
import { git } from './git/run-git.ts';
import { runGitEnvironment } from './git/run-git-environment.ts';
import { gitDirOf } from './git/worktree-state.ts';
import { processesMarked } from './process/process-table.ts';
import { type SetUpReport, type SetUpRequest, setUpWorktree } from './set-up-worktree.ts';

async function setUp(it: ClonedRepo, change: Partial<SetUpRequest>): Promise<SetUpReport> {
  const { path } = await it.openTask('tk_1');
  const filesDir = join(it.home, 'projects/pr_1/worktree-files');
  const logFile = join(it.home, 'setup.log');
  return setUpWorktree({ worktree: path, filesDir, command: null, logFile, mark: 'rn_setup', ...change });
}

test('prepared files are copied with their modes, links as links, and nothing from outside', async () => {
  await using it = await clonedRepo();
  const folder = join(it.home, 'projects/pr_1/worktree-files');
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, '.env'), 'A=1', { mode: 0o600 });
  await writeFile(join(folder, 'bin/run'), '#!/bin/sh\n');
  await chmod(join(folder, 'bin/run'), 0o755);
  await symlink('.env', join(folder, 'env-link'));
  await symlink('/etc/passwd', join(folder, 'escape'));
  await symlink('../../..', join(folder, 'up'));
  const report = await setUp(it, {});
  expect(report).toMatchObject({ copied: ['.env', 'bin/run', 'env-link'], skipped: ['escape', 'up'] });
  const { path } = await it.openTask('tk_1');
  expect((await stat(join(path, '.env'))).mode & 0o777).toBe(0o600);
  expect((await stat(join(path, 'bin/run'))).mode & 0o777).toBe(0o755);
  expect(await readlink(join(path, 'env-link'))).toBe('.env');
  const env = await runGitEnvironment(path);
  expect(env).toMatchObject({ GIT_CONFIG_KEY_0: 'core.excludesFile', GIT_AUTHOR_NAME: 'Codewalkers' });
  expect((await git(path, ['status', '--porcelain', '-uall'], { env })).stdout).toBe('');
  expect(await setUp(it, {})).toEqual(report);
});

test('notes of what was copied that a kill left empty or in half do not stand in the way', async () => {
  await using it = await clonedRepo();
  await writeFile(join(it.home, 'projects/pr_1/worktree-files/.env'), 'A=1');
  const { path } = await it.openTask('tk_1');
  const notes = join(await gitDirOf(path), 'cw-copied.json');
  for (const torn of ['', '[".en']) {
    await writeFile(notes, torn);
    expect(await setUp(it, {})).toMatchObject({ copied: ['.env'] });
    expect(JSON.parse(await readFile(notes, 'utf8'))).toEqual(['.env']);
  }
});

test('a link in the repository cannot lead a copy out of the working tree', async () => {
  await using it = await clonedRepo();
  await symlink(it.home, join(it.repo.path, 'config'));
  await it.repo.commit({});
  await git(it.clone, ['fetch', '-q', it.repo.path, '+main:refs/heads/cw/next']);
  const folder = join(it.home, 'projects/pr_1/worktree-files');
  await mkdir(join(folder, 'config'));
  await writeFile(join(folder, 'config/x'), 'x');
  await expect(setUp(it, {})).rejects.toMatchObject({ code: 'setup.outside-worktree' });
});

test('the set-up command runs in the tree, without secrets of the environment', async () => {
  await using it = await clonedRepo();
  process.env.EXAMPLE_API_KEY = 'hidden';
  await setUp(it, { command: 'pwd && env && echo ready > made.txt' });
  delete process.env.EXAMPLE_API_KEY;
  const log = await readFile(join(it.home, 'setup.log'), 'utf8');
  expect(log).toContain(join(it.worktreesDir, 'tk_1'));
  expect(log).not.toContain('hidden');
  expect(await readFile(join(it.worktreesDir, 'tk_1/made.txt'), 'utf8')).toBe('ready\n');
});

test('a set-up command that fails stops with its last words', async () => {
  await using it = await clonedRepo();
  await expect(setUp(it, { command: 'echo no network; exit 3' })).rejects.toMatchObject({
    code: 'setup.failed',
    message: expect.stringMatching(/code 3.*no network/),
    hint: expect.stringContaining('setup.log'),
  });
});

test('a set-up command that hangs is ended with all it started', async () => {
  await using it = await clonedRepo();
  const command = 'setsid sleep 301 & sleep 302 & sleep 303';
  await expect(setUp(it, { command, timeout: 300, mark: 'rn_hang' })).rejects.toMatchObject({
    code: 'setup.timed-out',
  });
  await waitFor(async () => (await processesMarked('CW_COMMAND=rn_hang')).length === 0);
});
