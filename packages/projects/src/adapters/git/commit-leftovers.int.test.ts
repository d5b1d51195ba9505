import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ClonedRepo, clonedRepo } from '../../testing.ts';
import { setUpWorktree } from '../set-up-worktree.ts';
import { commitLeftovers, type LeftoverReport } from './commit-leftovers.ts';
import { inspectBranch } from './inspect-branch.ts';
import { commitOf, findCommit, isAncestor } from './refs.ts';
import { removeWorktree } from './remove-worktree.ts';
import { git, gitFields, gitLine } from './run-git.ts';
import type { TaskWorktree } from './task-worktree.ts';

const identity = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
const nothing = { heldBack: [], rescueRef: null, unfinished: null, strayed: false, forgottenCommits: 0 };

function leftovers(tree: TaskWorktree, runId = 'rn_1'): Promise<LeftoverReport> {
  return commitLeftovers({
    worktree: tree.path,
    branch: tree.branch,
    runId,
    subject: 'Leave it',
    limits: { fileBytes: 10_000, totalBytes: 25_000 },
  });
}

async function filesIn(it: ClonedRepo, ref: string): Promise<readonly string[]> {
  return gitFields(it.clone, ['ls-tree', '-r', '-z', '--name-only', ref]);
}

test('what is left is committed on the branch, and doing it again adds nothing', async () => {
  await using it = await clonedRepo({ 'a.txt': 'one\n', 'gone.txt': 'x', '.gitignore': 'ignored/\n' });
  const tree = await it.openTask('tk_1');
  await writeFile(join(tree.path, 'a.txt'), 'two\n');
  await writeFile(join(tree.path, 'new file\nwith a break.txt'), 'new');
  await writeFile(Buffer.concat([Buffer.from(`${tree.path}/`), Buffer.from([0x62, 0xff])]), 'not utf-8');
  await mkdir(join(tree.path, 'ignored'));
  await writeFile(join(tree.path, 'ignored/x'), 'x');
  await git(tree.path, ['rm', '-q', 'gone.txt']);
  const report = await leftovers(tree);
  expect(report).toMatchObject(nothing);
  expect(report.committed).toBe(await commitOf(it.clone, tree.branch));
  expect(report.files).toHaveLength(4);
  expect(await filesIn(it, tree.branch)).toHaveLength(4);
  expect(await gitLine(it.clone, ['log', '-1', '--format=%an|%B', tree.branch])).toContain(
    'Codewalkers|Leave it\n\nCw-Run: rn_1',
  );
  expect((await git(tree.path, ['status', '--porcelain'])).stdout).toBe('');
  expect(await leftovers(tree)).toEqual({ ...nothing, headSha: report.headSha, committed: null, files: [] });
});

test('secrets, large files and embedded repositories are kept apart and named', async () => {
  await using it = await clonedRepo({ 'a.txt': 'one\n', '.env.test': 'A=1' });
  const tree = await it.openTask('tk_1');
  const write = (name: string, text: string | Buffer) => writeFile(join(tree.path, name), text);
  await write('.env', 'PASSWORD=x');
  await write('.env.example', 'PASSWORD=');
  await write('.env.test', 'A=2');
  await write('notes.md', `token ${'ghp_'}${'a1'.repeat(20)}`);
  await write('key.txt', `-----BEGIN ${'RSA'} PRIVATE KEY-----\nx`);
  await write('big.bin', Buffer.alloc(20_000, 'x'));
  await git(tree.path, ['init', '-q', 'inner']);
  await write('inner/x.txt', 'inside');
  const report = await leftovers(tree);
  expect(await filesIn(it, tree.branch)).toEqual(['.env.example', '.env.test', 'a.txt']);
  expect(report.heldBack.map(({ path }) => path).sort()).toEqual(['.env', 'big.bin', 'inner/', 'key.txt', 'notes.md']);
  expect(report.rescueRef).toBe('refs/cw/rescue/rn_1');
  expect(await filesIn(it, 'refs/cw/rescue/rn_1')).toEqual(
    ['.env', '.env.example', '.env.test', 'a.txt', 'big.bin', 'inner/x.txt', 'key.txt', 'notes.md'].sort(),
  );
  expect(await gitLine(it.clone, ['log', '-1', '--format=%B', 'refs/cw/rescue/rn_1'])).toContain(
    'notes.md: looks like',
  );
  expect(existsSync(join(tree.path, '.env'))).toBe(true);
  expect((await leftovers(tree)).rescueRef).toBe('refs/cw/rescue/rn_1');
  expect(await findCommit(it.clone, 'refs/cw/rescue/rn_1-2')).toBeUndefined();
});

test('a secret is found in a file that git changes on its way in, and passes where the repository has it already', async () => {
  const token = `token ${'ghp_'}${'a1'.repeat(20)}`;
  await using it = await clonedRepo({ '.gitattributes': '*.txt text\n', 'said.md': `${token}\n`, 'said.txt': token });
  const tree = await it.openTask('tk_1');
  await writeFile(join(tree.path, 'new.txt'), `another ${token}\r\n`);
  await writeFile(join(tree.path, 'said.md'), `${token}\nand more\n`);
  await writeFile(join(tree.path, 'said.txt'), `${token}\r\nand more\r\n`);
  const report = await leftovers(tree);
  expect(report.heldBack.map(({ path }) => path)).toEqual(['new.txt']);
  expect([...report.files].sort()).toEqual(['said.md', 'said.txt']);
});

test('of what was committed here, markers of a merge are found before it is merged', async () => {
  await using it = await clonedRepo();
  const inspected = async (task: string, text: string) => {
    const tree = await it.openTask(task);
    await writeFile(join(tree.path, 'b.txt'), text);
    const head = (await leftovers(tree, `rn_${task}`)).headSha;
    const filesDir = join(it.home, 'none');
    return (await inspectBranch({ clone: it.clone, filesDir, head, target: tree.baseSha })).map(({ path }) => path);
  };
  expect(await inspected('tk_1', 'clean\n')).toEqual([]);
  expect(await inspected('tk_2', '<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> other\n')).toEqual(['b.txt']);
});

test('what the set-up hook copied is never committed, even when staged by the agent', async () => {
  await using it = await clonedRepo({ 'a.txt': 'one\n', 'config.json': '{}' });
  const filesDir = join(it.home, 'projects/pr_1/worktree-files');
  await mkdir(join(filesDir, 'local'));
  await writeFile(join(filesDir, 'local/settings.txt'), 'mine');
  await writeFile(join(filesDir, 'config.json'), '{"local":true}');
  const tree = await it.openTask('tk_1');
  const logFile = join(it.home, 'setup.log');
  await setUpWorktree({ worktree: tree.path, filesDir, command: null, logFile, mark: 'rn_1' });
  await git(tree.path, ['add', '-f', 'local/settings.txt']);
  await writeFile(join(tree.path, 'work.txt'), 'work');
  const report = await leftovers(tree);
  expect(report).toMatchObject({ ...nothing, files: ['work.txt'] });
  expect(await filesIn(it, tree.branch)).toEqual(['a.txt', 'config.json', 'work.txt']);
  expect(await gitLine(it.clone, ['show', `${tree.branch}:config.json`])).toBe('{}');
  expect(await readFile(join(tree.path, 'config.json'), 'utf8')).toBe('{"local":true}');
});

test('what the set-up command made or changed is committed only once the agent has changed it', async () => {
  await using it = await clonedRepo({ 'lock.json': '1\n', 'gone.txt': 'x' });
  const tree = await it.openTask('tk_1');
  const command = 'echo 2 > lock.json; echo new > made.txt; echo kept > kept.txt; rm -f gone.txt';
  const setUp = { worktree: tree.path, filesDir: join(it.home, 'none'), logFile: join(it.home, 'log'), mark: 'm' };
  await writeFile(join(tree.path, 'before.txt'), 'of an agent that was cut short');
  await setUpWorktree({ ...setUp, command });
  await setUpWorktree({ ...setUp, command });
  await writeFile(join(tree.path, 'own.txt'), 'own');
  await writeFile(join(tree.path, 'made.txt'), 'changed since');
  const report = await leftovers(tree);
  expect(report).toMatchObject({ ...nothing, files: ['before.txt', 'made.txt', 'own.txt'] });
  expect(await filesIn(it, tree.branch)).toEqual(['before.txt', 'gone.txt', 'lock.json', 'made.txt', 'own.txt']);
  expect(await gitLine(it.clone, ['show', `${tree.branch}:lock.json`])).toBe('1');
  expect(await readFile(join(tree.path, 'lock.json'), 'utf8')).toBe('2\n');
  expect(await leftovers(tree)).toMatchObject({ ...nothing, committed: null, files: [] });
});

test('commits made without a branch, or on another one, come back to the branch when they continue it', async () => {
  await using it = await clonedRepo();
  for (const [task, away] of [
    ['tk_1', ['--detach']],
    ['tk_2', ['-b', 'elsewhere']],
  ] as const) {
    const tree = await it.openTask(task);
    await git(tree.path, ['checkout', '-q', ...away]);
    await git(tree.path, [...identity, 'commit', '-q', '--allow-empty', '-m', 'away']);
    await writeFile(join(tree.path, 'more.txt'), 'more');
    const report = await leftovers(tree, `rn_${task}`);
    expect(report).toMatchObject({ ...nothing, files: ['more.txt'] });
    expect(await gitLine(it.clone, ['log', '--format=%s', `${tree.baseSha}..${tree.branch}`])).toBe('Leave it\naway');
    expect(await gitLine(tree.path, ['symbolic-ref', 'HEAD'])).toBe(`refs/heads/${tree.branch}`);
  }
});

test('work on a history that does not continue the branch is kept beside it', async () => {
  await using it = await clonedRepo();
  const tree = await it.openTask('tk_1');
  await git(tree.path, [...identity, 'commit', '-q', '--allow-empty', '-m', 'on the branch']);
  const head = await commitOf(it.clone, tree.branch);
  await git(tree.path, ['checkout', '-q', '--detach', tree.baseSha]);
  await git(tree.path, [...identity, 'commit', '-q', '--allow-empty', '-m', 'astray']);
  const astray = await commitOf(tree.path, 'HEAD');
  await writeFile(join(tree.path, 'lost.txt'), 'not lost');
  const report = await leftovers(tree);
  expect(report).toMatchObject({ headSha: head, committed: null, strayed: true, rescueRef: 'refs/cw/rescue/rn_1' });
  expect(await isAncestor(it.clone, astray, 'refs/cw/rescue/rn_1')).toBe(true);
  expect(await filesIn(it, 'refs/cw/rescue/rn_1')).toContain('lost.txt');
});

test('an orphan branch is kept too', async () => {
  await using it = await clonedRepo();
  const tree = await it.openTask('tk_1');
  await git(tree.path, ['checkout', '-q', '--orphan', 'fresh']);
  await writeFile(join(tree.path, 'lost.txt'), 'not lost');
  expect(await leftovers(tree)).toMatchObject({ headSha: tree.headSha, strayed: true });
  expect(await filesIn(it, 'refs/cw/rescue/rn_1')).toContain('lost.txt');
});

async function conflictingMerge(it: ClonedRepo, tree: TaskWorktree): Promise<void> {
  await writeFile(join(tree.path, 'a.txt'), 'ours\n');
  await git(tree.path, [...identity, 'commit', '-q', '-am', 'ours']);
  const theirs = await it.repo.commit({ 'a.txt': 'theirs\n' });
  await git(it.clone, ['fetch', '-q', it.repo.path, 'main:refs/remotes/origin/main']);
  await git(tree.path, [...identity, 'merge', theirs], { accept: [1] });
}

test('an unfinished merge stays off the branch and loses nothing', async () => {
  await using it = await clonedRepo();
  const tree = await it.openTask('tk_1');
  await conflictingMerge(it, tree);
  const head = await commitOf(it.clone, tree.branch);
  await writeFile(join(tree.path, 'half.txt'), 'half');
  const report = await leftovers(tree);
  expect(report).toMatchObject({
    headSha: head,
    committed: null,
    unfinished: 'merge',
    rescueRef: 'refs/cw/rescue/rn_1',
  });
  expect(await gitLine(it.clone, ['show', 'refs/cw/rescue/rn_1:a.txt'])).toContain('<<<<<<<');
  expect(await filesIn(it, 'refs/cw/rescue/rn_1')).toContain('half.txt');
  expect(await isAncestor(it.clone, 'refs/remotes/origin/main', 'refs/cw/rescue/rn_1')).toBe(true);
  expect((await git(tree.path, ['status', '--porcelain'])).stdout).toContain('UU a.txt');
});

test('a merge whose conflicts are solved is concluded', async () => {
  await using it = await clonedRepo();
  const tree = await it.openTask('tk_1');
  await conflictingMerge(it, tree);
  await writeFile(join(tree.path, 'a.txt'), 'both\n');
  await git(tree.path, ['add', 'a.txt']);
  expect(await leftovers(tree)).toMatchObject({ ...nothing, files: ['a.txt'] });
  expect((await gitLine(it.clone, ['rev-list', '--parents', '-1', tree.branch])).split(' ')).toHaveLength(3);
  expect((await git(tree.path, ['status', '--porcelain'])).stdout).toBe('');
});

test('commits that were reset away stay reachable', async () => {
  await using it = await clonedRepo();
  const tree = await it.openTask('tk_1');
  await git(tree.path, [...identity, 'commit', '-q', '--allow-empty', '-m', 'dropped']);
  const dropped = await commitOf(tree.path, 'HEAD');
  await git(tree.path, ['reset', '-q', '--hard', 'HEAD^']);
  const report = await leftovers(tree);
  expect(report).toMatchObject({ forgottenCommits: 1, rescueRef: 'refs/cw/rescue/rn_1' });
  expect(await isAncestor(it.clone, dropped, 'refs/cw/rescue/rn_1')).toBe(true);
});

test('a lock that a killed git left does not keep the work from being committed', async () => {
  await using it = await clonedRepo();
  const tree = await it.openTask('tk_1');
  const gitDir = await gitLine(tree.path, ['rev-parse', '--path-format=absolute', '--git-dir']);
  await writeFile(join(gitDir, 'index.lock'), '');
  await writeFile(join(tree.path, 'a.txt'), 'two\n');
  expect(await leftovers(tree)).toMatchObject({ ...nothing, files: ['a.txt'] });
  expect(existsSync(join(gitDir, 'index.lock'))).toBe(false);
});

test('a branch that was deleted is made again where HEAD stands', async () => {
  await using it = await clonedRepo();
  const tree = await it.openTask('tk_1');
  await git(tree.path, ['checkout', '-q', '-b', 'mine']);
  await git(tree.path, ['branch', '-q', '-D', tree.branch]);
  await writeFile(join(tree.path, 'a.txt'), 'two\n');
  const report = await leftovers(tree);
  expect(report).toMatchObject({ ...nothing, files: ['a.txt'] });
  expect(await removeWorktree({ clone: it.clone, path: tree.path, mergedInto: tree.branch })).toEqual({
    kind: 'removed',
  });
});
