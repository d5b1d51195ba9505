import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clonedRepo } from '../../testing.ts';
import { commitOf, findCommit } from './refs.ts';
import { removeWorktree } from './remove-worktree.ts';
import { git, gitLine } from './run-git.ts';
import { startFreshAttempt } from './task-worktree.ts';
import { gitDirOf, isFilled, markUnfilled } from './worktree-state.ts';

const identity = ['-c', 'user.name=a', '-c', 'user.email=a@b'];

test('a task keeps one path and one branch, whatever it is called later', async () => {
  await using it = await clonedRepo();
  const first = await it.openTask('tk_1', 'Fix the “login” form!');
  expect(first).toMatchObject({
    branch: 'cw-task/tk_1/fix-the-login-form',
    created: true,
    baseSha: await it.repo.head(),
  });
  expect(await readFile(join(first.path, 'a.txt'), 'utf8')).toBe('one\n');
  const again = await it.openTask('tk_1', 'Another title');
  expect(again).toEqual({ ...first, created: false });
});

test('many working trees are made side by side', async () => {
  await using it = await clonedRepo(
    Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`d${n % 7}/f${n}`, `${n}`])),
  );
  const tasks = Array.from({ length: 8 }, (_, n) => `tk_${n}`);
  const trees = await Promise.all(tasks.map((task) => it.openTask(task)));
  expect(new Set(trees.map((tree) => tree.path)).size).toBe(8);
  for (const tree of trees) expect((await git(tree.path, ['status', '--porcelain'])).stdout).toBe('');
});

test('a git that looks at all working trees is not disturbed by those that are being made', async () => {
  await using it = await clonedRepo();
  const { path } = await it.openTask('tk_0');
  let made = false;
  const looks = async () => {
    for (let count = 1; ; count += 1) {
      await git(path, ['rev-list', '--all', '--not', '--all']);
      if (made) return count;
    }
  };
  const looking = Promise.all([looks(), looks()]);
  for (let number = 1; number <= 8; number += 1) {
    const tree = await it.openTask(`tk_${number}`);
    if (number % 3 === 0) await rm(tree.path, { recursive: true });
    if (number % 3 === 0) await it.openTask(`tk_${number}`);
  }
  made = true;
  expect(Math.min(...(await looking))).toBeGreaterThan(1);
  const listed = await gitLine(it.clone, ['worktree', 'list', '--porcelain']);
  expect(listed.match(/^branch refs\/heads\/cw-task\//gm)).toHaveLength(9);
  expect(listed).not.toContain('prunable');
});

test('a filling that was cut short is done again', async () => {
  await using it = await clonedRepo({ 'a.txt': 'one\n', 'b.txt': 'two\n' });
  const { path } = await it.openTask('tk_1');
  const gitDir = await gitDirOf(path);
  await markUnfilled(gitDir);
  await rm(join(gitDir, 'index'));
  await rm(join(path, 'b.txt'));
  await writeFile(join(gitDir, 'index.lock'), '');
  await it.openTask('tk_1');
  expect(await isFilled(gitDir)).toBe(true);
  expect(await readFile(join(path, 'b.txt'), 'utf8')).toBe('two\n');
});

test('a working tree whose directory is gone is made again on its branch', async () => {
  await using it = await clonedRepo();
  const { path, branch } = await it.openTask('tk_1');
  await gitLine(path, [...identity, 'commit', '-q', '--allow-empty', '-m', 'work']);
  const head = await commitOf(it.clone, branch);
  await rm(path, { recursive: true });
  expect(await it.openTask('tk_1')).toMatchObject({ path, headSha: head, created: true });
});

test('foreign files at the path are left alone', async () => {
  await using it = await clonedRepo();
  const { path } = await it.openTask('tk_1');
  await rm(join(path, '.git'));
  await expect(it.openTask('tk_1')).rejects.toMatchObject({ code: 'worktree.path-taken' });
  expect(existsSync(join(path, 'a.txt'))).toBe(true);
});

test('a fresh attempt keeps the last one reachable', async () => {
  await using it = await clonedRepo();
  const tree = await it.openTask('tk_1');
  const request = {
    ...tree,
    clone: it.clone,
    worktree: tree.path,
    taskId: 'tk_1',
    lastRunId: 'rn_1',
    startFrom: 'cw/next',
    rescued: false,
  };
  await writeFile(join(tree.path, 'a.txt'), 'changed\n');
  await expect(startFreshAttempt(request)).rejects.toMatchObject({ code: 'worktree.dirty' });
  await gitLine(tree.path, [...identity, 'commit', '-q', '-a', '-m', 'work']);
  const old = await commitOf(tree.path, 'HEAD');
  expect(await startFreshAttempt(request)).toBe(tree.baseSha);
  expect(await findCommit(it.clone, 'refs/cw/attempts/rn_1')).toBe(old);
  expect(await readFile(join(tree.path, 'a.txt'), 'utf8')).toBe('one\n');
  expect((await git(tree.path, ['status', '--porcelain'])).stdout).toBe('');
});

test('a working tree is removed only when clean, merged and unused', async () => {
  await using it = await clonedRepo();
  const { path, branch } = await it.openTask('tk_1');
  const request = { clone: it.clone, path, mergedInto: 'refs/heads/cw/next' };
  await writeFile(join(path, 'new.txt'), 'x');
  expect(await removeWorktree(request)).toMatchObject({ kind: 'kept', why: 'dirty', detail: 'new.txt' });
  await gitLine(path, ['add', '-A']);
  await gitLine(path, [...identity, 'commit', '-q', '-m', 'work']);
  expect(await removeWorktree(request)).toMatchObject({ kind: 'kept', why: 'unmerged' });
  await gitLine(it.clone, ['update-ref', 'refs/heads/cw/next', branch]);
  const user = (await import('node:child_process')).spawn('sleep', ['60'], { cwd: path });
  expect(await removeWorktree(request)).toMatchObject({ kind: 'kept', why: 'in-use' });
  user.kill('SIGKILL');
  await new Promise((resolve) => user.once('exit', resolve));
  expect(await removeWorktree(request)).toEqual({ kind: 'removed' });
  expect(await removeWorktree(request)).toEqual({ kind: 'absent' });
  expect(await findCommit(it.clone, branch)).toBeDefined();
});
