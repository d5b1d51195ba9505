import { existsSync, lstatSync } from 'node:fs';
import { mkdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitFor } from '@cw/testkit';
import { expect, test } from 'vitest';
import { type ClonedRepo, clonedRepo, gitAsAgent } from '../../testing.ts';
import { setUpWorktree } from '../set-up-worktree.ts';
import { commitLeftovers, type LeftoverReport } from './commit-leftovers.ts';
import { inspectBranch } from './inspect-branch.ts';
import { findCommit } from './refs.ts';
import { removeWorktree } from './remove-worktree.ts';
import { git, gitFields, gitLine } from './run-git.ts';
import { uncommittedWork } from './set-up-products.ts';
import { startFreshAttempt, type TaskWorktree } from './task-worktree.ts';
import { gitDirOf } from './worktree-state.ts';

const nothing = { committed: null, files: [], heldBack: [], rescueRef: null };

function setUp(it: ClonedRepo, tree: TaskWorktree, command: string): Promise<unknown> {
  const place = { filesDir: join(it.home, 'none'), logFile: join(it.home, 'setup.log'), mark: 'rn_set-up' };
  return setUpWorktree({ ...place, worktree: tree.path, command });
}

function leftovers(tree: TaskWorktree): Promise<LeftoverReport> {
  return commitLeftovers({ worktree: tree.path, branch: tree.branch, runId: 'rn_1', subject: 'Leave it' });
}

function filesOn(it: ClonedRepo, branch: string): Promise<readonly string[]> {
  return gitFields(it.clone, ['ls-tree', '-r', '-z', '--name-only', branch]);
}

function freshAttempt(it: ClonedRepo, tree: TaskWorktree): Promise<string> {
  const lost = { lastRunId: 'rn_1', startFrom: 'cw/next', rescued: false };
  return startFreshAttempt({ ...tree, ...lost, clone: it.clone, worktree: tree.path, taskId: 'tk_1' });
}

test('a fresh attempt begins though the set-up command changed a tracked file, and not over what somebody else changed', async () => {
  await using it = await clonedRepo({ 'lock.json': '1\n', 'gone.txt': 'x', 'a.txt': 'one\n' });
  const tree = await it.openTask('tk_1');
  await setUp(it, tree, 'echo 2 > lock.json; rm gone.txt');
  expect(await leftovers(tree)).toMatchObject(nothing);
  await writeFile(join(tree.path, 'a.txt'), 'two\n');
  await expect(freshAttempt(it, tree)).rejects.toMatchObject({
    code: 'worktree.dirty',
    message: expect.stringMatching(/changes: a\.txt\.$/),
  });
  await writeFile(join(tree.path, 'a.txt'), 'one\n');
  expect(await freshAttempt(it, tree)).toBe(tree.baseSha);
  expect(await gitAsAgent(tree.path, ['status', '--porcelain'])).toBe('');
});

test('to bring back what the set-up command left, over a commit of another version, is work', async () => {
  await using it = await clonedRepo({ 'lock.json': '1\n' });
  const tree = await it.openTask('tk_1');
  await setUp(it, tree, 'echo 2 > lock.json; echo made > made.txt');
  await writeFile(join(tree.path, 'lock.json'), '3\n');
  await writeFile(join(tree.path, 'made.txt'), 'mine\n');
  await gitAsAgent(tree.path, ['add', '--all']);
  await gitAsAgent(tree.path, ['commit', '-q', '-m', 'other versions']);
  await writeFile(join(tree.path, 'lock.json'), '2\n');
  await writeFile(join(tree.path, 'made.txt'), 'made\n');
  expect(await leftovers(tree)).toMatchObject({ files: ['lock.json', 'made.txt'] });
  expect(await gitLine(it.clone, ['show', `${tree.branch}:lock.json`])).toBe('2');
});

test('what was staged since is there on purpose, and what the set-up command staged itself is not', async () => {
  await using it = await clonedRepo({ 'lock.json': '1\n', 'gone.txt': 'x' });
  const tree = await it.openTask('tk_1');
  await setUp(it, tree, 'echo 2 > lock.json; rm gone.txt; echo a > a.txt; echo b > b.txt; git add b.txt');
  await gitAsAgent(tree.path, ['add', 'lock.json']);
  await gitAsAgent(tree.path, ['rm', '-q', '--cached', 'gone.txt']);
  expect(await leftovers(tree)).toMatchObject({ files: ['gone.txt', 'lock.json'] });
  expect(await filesOn(it, tree.branch)).toEqual(['lock.json']);
});

test('what a set-up command had made when it was killed is no work once it is written again; the rest is kept as work', async () => {
  await using it = await clonedRepo();
  const tree = await it.openTask('tk_1');
  // Left by the one that was killed, or by a person since: nobody can tell.
  for (const name of ['half.txt', 'whole.txt']) await writeFile(join(tree.path, name), 'whole\n');
  const long = new Date(Date.now() - 60_000);
  for (const name of ['half.txt', 'whole.txt']) await utimes(join(tree.path, name), long, long);
  await waitFor(() => Date.now() - lstatSync(join(tree.path, 'half.txt')).ctimeMs > 50, { what: 'another moment' });
  await setUp(it, tree, 'echo whole > whole.txt');
  expect(await leftovers(tree)).toMatchObject({ files: ['half.txt'] });
});

test('what the set-up took away does not come back where work lies by now', async () => {
  await using it = await clonedRepo({ vendor: 'x', 'folder/one': 'y' });
  const tree = await it.openTask('tk_1');
  await setUp(it, tree, 'rm -r vendor folder; mkdir vendor; echo made > vendor/made');
  await writeFile(join(tree.path, 'vendor/work'), 'work');
  await writeFile(join(tree.path, 'folder'), 'work');
  const { files } = await leftovers(tree);
  expect(files).toEqual(expect.arrayContaining(['folder', 'vendor/work']));
  expect(await filesOn(it, tree.branch)).toEqual(['folder', 'vendor/work']);
});

test.each([
  ['a commit on another branch', ['checkout -qb fix', 'commit -q --allow-empty -m fix', 'checkout -q main']],
  ['a commit that no branch has', ['checkout -q --detach', 'commit -q --allow-empty -m fix', 'checkout -q main']],
  ['a stash', ['stash -q']],
  ['a file that is tracked and ignored', []],
])('%s in a repository of the set-up keeps the worktree', async (what, commands) => {
  await using it = await clonedRepo({ 'a.txt': 'one\n', '.gitignore': 'dist\n' });
  await mkdir(join(it.repo.path, 'dist'));
  await writeFile(join(it.repo.path, 'dist/x'), 'x');
  await it.repo.git('add', '-f', 'dist/x');
  await it.repo.git('commit', '-qm', 'dist');
  const tree = await it.openTask('tk_1');
  await setUp(it, tree, `git clone -q ${it.repo.path} vendor`);
  const lib = join(tree.path, 'vendor');
  if (what === 'a stash') await writeFile(join(lib, 'a.txt'), 'two');
  if (commands.length === 0) await writeFile(join(lib, 'dist/x'), 'work');
  for (const command of commands) await gitAsAgent(lib, command.split(' '));
  expect(await leftovers(tree)).toMatchObject({ heldBack: [{ path: 'vendor/' }] });
  const request = { clone: it.clone, path: tree.path, mergedInto: 'refs/heads/cw/next' };
  expect(await removeWorktree(request)).toMatchObject({ kind: 'kept', why: 'dirty' });
});

test('what a copy of an example holds is still found, by its name and as one of its kind', async () => {
  const token = (of: string) => `t = ${'ghp_'}${of.repeat(20)}\n`;
  await using it = await clonedRepo({ '.env.example': 'PASSWORD=\n', 'fixture.txt': token('a1') });
  const tree = await it.openTask('tk_1');
  await writeFile(join(tree.path, '.env'), 'PASSWORD=\n');
  await writeFile(join(tree.path, 'config.txt'), token('a1'));
  expect((await leftovers(tree)).heldBack.map(({ path }) => path).sort()).toEqual(['.env', 'config.txt']);
  for (const text of ['PASSWORD=\n', 'PASSWORD=real\n']) {
    await writeFile(join(tree.path, '.env'), text);
    await gitAsAgent(tree.path, ['add', '-A']);
    await gitAsAgent(tree.path, ['commit', '-qm', 'env']);
  }
  const head = await gitLine(it.clone, ['rev-parse', tree.branch]);
  const found = await inspectBranch({
    clone: it.clone,
    filesDir: join(it.home, 'none'),
    head,
    target: 'refs/heads/cw/next',
  });
  expect(found.map(({ path }) => path)).toEqual(expect.arrayContaining(['.env', 'config.txt']));
});

test('a change of the same size, in the second of the checkout, is work', async () => {
  await using it = await clonedRepo({ 'a.txt': '1\n' });
  await git(it.clone, ['config', 'core.trustctime', 'false']);
  const tree = await it.openTask('tk_1');
  const [file, index] = [join(tree.path, 'a.txt'), join(await gitDirOf(tree.path), 'index')];
  const { atime, mtime } = lstatSync(file);
  await utimes(index, atime, mtime);
  await writeFile(file, '2\n');
  await utimes(file, atime, mtime);
  expect(await leftovers(tree)).toMatchObject({ files: ['a.txt'] });
});

test('what a set-up command made that failed is no work', async () => {
  await using it = await clonedRepo();
  const tree = await it.openTask('tk_1');
  await expect(setUp(it, tree, 'echo half > half.txt; exit 1')).rejects.toMatchObject({ code: 'setup.failed' });
  await writeFile(join(tree.path, 'own.txt'), 'own');
  expect(await leftovers(tree)).toMatchObject({ files: ['own.txt'] });
});

test('a repository that the set-up command made is held back only once something was changed in it', async () => {
  await using it = await clonedRepo({ 'a.txt': 'one\n', '.gitignore': 'ignored\n' });
  const tree = await it.openTask('tk_1');
  await setUp(it, tree, `git clone -q ${it.repo.path} vendor/lib`);
  const lib = join(tree.path, 'vendor/lib');
  await writeFile(join(lib, 'ignored'), 'built');
  expect(await leftovers(tree)).toMatchObject(nothing);
  expect(await uncommittedWork(tree.path)).toEqual([]);
  await gitAsAgent(lib, ['commit', '-q', '--allow-empty', '-m', 'only here']);
  expect(await leftovers(tree)).toMatchObject({ heldBack: [{ path: 'vendor/lib/' }] });
  await gitAsAgent(lib, ['reset', '-q', '--hard', 'HEAD^']);
  await writeFile(join(lib, 'a.txt'), 'two\n');
  expect(await uncommittedWork(tree.path)).toEqual(['vendor/lib/']);
  expect(await leftovers(tree)).toMatchObject({ heldBack: [{ path: 'vendor/lib/' }] });
});

test('a worktree that holds only what the set-up made is removed, submodules with it', async () => {
  await using it = await clonedRepo({ 'lock.json': '1\n' });
  await it.repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', it.repo.path, 'lib');
  await it.repo.commit({});
  await gitAsAgent(it.clone, ['fetch', '-q', it.repo.path, '+main:refs/heads/cw/next']);
  const tree = await it.openTask('tk_1');
  const update = 'git -c protocol.file.allow=always submodule --quiet update --init';
  await setUp(it, tree, `${update}; echo 2 > lock.json; echo new > made.txt; git clone -q ${it.repo.path} inner`);
  const request = { clone: it.clone, path: tree.path, mergedInto: 'refs/heads/cw/next' };
  for (const name of ['lib/lock.json', 'made.txt', 'inner/lock.json']) {
    const before = name === 'made.txt' ? 'new\n' : '1\n';
    await writeFile(join(tree.path, name), 'work\n');
    expect(await removeWorktree(request)).toMatchObject({ kind: 'kept', why: 'dirty' });
    await writeFile(join(tree.path, name), before);
  }
  expect(await removeWorktree(request)).toEqual({ kind: 'removed' });
  expect(existsSync(tree.path)).toBe(false);
});

test.each(['{"half', '{"made.txt":1}', '[1,null,["a"],["b",2],{"c":3}]', '"text"', ''])(
  'notes of the set-up that read %s keep nothing from being committed',
  async (text) => {
    await using it = await clonedRepo();
    const tree = await it.openTask('tk_1');
    const gitDir = await gitDirOf(tree.path);
    await writeFile(join(gitDir, 'cw-set-up.json'), text);
    await setUp(it, tree, 'echo made > made.txt');
    await writeFile(join(tree.path, 'own.txt'), 'own');
    expect(await leftovers(tree)).toMatchObject({ files: ['own.txt'] });
  },
);

test('notes of an earlier version hold', async () => {
  await using it = await clonedRepo();
  const tree = await it.openTask('tk_1');
  await writeFile(join(tree.path, 'made.txt'), 'made');
  const blob = await gitLine(tree.path, ['hash-object', 'made.txt']);
  const notes = JSON.stringify([['made.txt', `100644 ${blob}`]]);
  await writeFile(join(await gitDirOf(tree.path), 'cw-set-up.json'), notes);
  expect(await leftovers(tree)).toMatchObject(nothing);
});

test('what the repository holds already goes with the file when that is renamed', async () => {
  const [large, token] = ['x'.repeat(6 << 20), `token ${'ghp_'}${'a1'.repeat(20)}\n`];
  await using it = await clonedRepo({ 'big.bin': large, 'said.md': token, 'old.key': 'key', 'a.txt': 'one\n' });
  await symlink('../outside', join(it.repo.path, 'link'));
  await it.repo.commit({});
  await gitAsAgent(it.clone, ['fetch', '-q', it.repo.path, '+main:refs/heads/cw/next']);
  const tree = await it.openTask('tk_1');
  const at = (name: string) => join(tree.path, name);
  for (const name of ['big.bin', 'said.md', 'old.key', 'link']) await rm(at(name));
  await mkdir(at('moved'));
  await writeFile(at('moved/big.bin'), large);
  await writeFile(at('moved/said.md'), token);
  await writeFile(at('moved/new.key'), 'key');
  await symlink('../outside', at('renamed'));
  await symlink('../elsewhere', at('new-link'));
  await writeFile(at('id_rsa'), 'another key');
  const { heldBack } = await leftovers(tree);
  expect(heldBack.map(({ path }) => path).sort()).toEqual(['id_rsa', 'new-link']);
  expect(await filesOn(it, tree.branch)).toEqual([
    'a.txt',
    'moved/big.bin',
    'moved/new.key',
    'moved/said.md',
    'renamed',
  ]);
  expect(await findCommit(it.clone, 'refs/cw/rescue/rn_1')).toBeDefined();
});
