import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clonedRepo, gitAsAgent } from '../../testing.ts';
import { keepWork } from '../keep-work.ts';
import { commitLeftovers } from './commit-leftovers.ts';
import { dropLinks } from './drop-links.ts';
import { inspectBranch } from './inspect-branch.ts';
import { removeWorktree } from './remove-worktree.ts';
import { git } from './run-git.ts';
import { sandboxOpenings } from './sandbox-openings.ts';

/** As where no other agent is at work: git then needs no walls. */
const openingsOf = ({ path, branch }: { readonly path: string; readonly branch: string }) =>
  sandboxOpenings({ worktree: path, branch, walls: () => [] });

/** Files below a folder that another name leads to as well. */
async function linkedBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const links = await Promise.all(files.map(async (entry) => (await stat(join(entry.parentPath, entry.name))).nlink));
  return links.filter((count) => count > 1).length;
}

test('no object of the user’s repository can be written through the clone, stashed ones neither', async () => {
  await using it = await clonedRepo();
  const { path, branch } = await it.openTask('tk_1');
  await writeFile(join(it.repo.path, 'a.txt'), 'stashed\n');
  await it.repo.git('stash');
  expect(await linkedBelow(join(it.clone, 'objects'))).toBeGreaterThan(0);
  const openings = await openingsOf({ path, branch });
  expect(await linkedBelow(join(it.clone, 'objects'))).toBe(0);
  expect(openings).toContainEqual({ kind: 'read', path: join(it.clone, 'objects/pack') });
  expect(await it.repo.git('stash', 'show', '-p')).toContain('stashed');
  expect((await git(it.clone, ['fsck', '--full', '--connectivity-only'])).stdout).toBe('');
});

test('neither can it where the clone has a broken object, and its objects are kept', async () => {
  await using it = await clonedRepo();
  const { path, branch } = await it.openTask('tk_1');
  const objects = join(it.clone, 'objects');
  await mkdir(join(objects, '00'), { recursive: true });
  await writeFile(join(objects, '00', 'f'.repeat(38)), 'broken');
  expect(await linkedBelow(objects)).toBeGreaterThan(0);
  await openingsOf({ path, branch });
  expect(await linkedBelow(objects)).toBe(0);
  expect((await git(path, ['show', 'HEAD:a.txt'])).stdout).toBe('one\n');
});

test('a tree may write to its own refs alone, and what leads elsewhere is only read', async () => {
  await using it = await clonedRepo();
  const { path, branch } = await it.openTask('tk_1');
  await it.openTask('tk_2');
  const openings = await openingsOf({ path, branch });
  const at = (kind: string) => openings.filter((opening) => opening.kind === kind).map((opening) => opening.path);
  const gitDir = join(it.clone, 'worktrees/tk_1');
  expect(at('scratch')).toEqual([it.clone]);
  expect(at('write').toSorted()).toEqual(
    [
      gitDir,
      join(it.clone, 'lfs'),
      join(it.clone, 'logs/refs/heads/cw-task/tk_1'),
      join(it.clone, 'objects'),
      join(it.clone, 'refs/heads/cw-task/tk_1'),
    ].toSorted(),
  );
  expect(at('read')).toEqual(
    expect.arrayContaining(
      [join(path, '.git'), join(gitDir, 'gitdir'), join(gitDir, 'commondir'), join(it.clone, 'config')].concat(
        join(it.clone, 'refs'),
      ),
    ),
  );
  for (const opening of openings) expect(existsSync(opening.path), opening.path).toBe(true);
});

test('git outside does not write through links that an agent has left where it could write', async () => {
  await using it = await clonedRepo();
  const { path, branch } = await it.openTask('tk_1');
  const victim = join(it.home, 'victim');
  await writeFile(victim, 'mine\n');
  const gitDir = join(it.clone, 'worktrees/tk_1');
  await openingsOf({ path, branch });
  await writeFile(join(path, 'b.txt'), 'b\n');
  await gitAsAgent(path, ['add', 'b.txt']);
  await symlink(victim, join(gitDir, 'COMMIT_EDITMSG'));
  await symlink(victim, join(gitDir, 'cw-copied.json.new'));
  await symlink(victim, join(it.clone, 'logs/refs/heads/cw-task/tk_1/other'));
  await dropLinks(it.clone, path, branch);
  await gitAsAgent(path, ['commit', '-q', '-m', 'feat: b']);
  await gitAsAgent(path, ['branch', 'cw-task/tk_1/other']);
  expect(await readFile(victim, 'utf8')).toBe('mine\n');
});

test('a submodule’s own configuration runs nothing when what is left is kept or a tree is to be removed', async () => {
  await using it = await clonedRepo();
  const { path, branch } = await it.openTask('tk_1');
  const [inner, proof] = [join(path, 'inner'), join(it.home, 'proof')];
  await mkdir(inner);
  await gitAsAgent(inner, ['init', '-q']);
  await writeFile(join(inner, 'f.txt'), 'one\n');
  await writeFile(join(inner, '.gitattributes'), 'f.txt filter=run\n');
  await gitAsAgent(inner, ['add', '.']);
  await gitAsAgent(inner, ['commit', '-q', '-m', 'one']);
  await gitAsAgent(path, ['add', 'inner']);
  await gitAsAgent(path, ['commit', '-q', '-m', 'feat: inner']);
  await gitAsAgent(inner, ['commit', '-q', '--allow-empty', '-m', 'two']);
  await gitAsAgent(inner, ['config', 'filter.run.clean', `touch '${proof}'; cat`]);
  await utimes(join(inner, 'f.txt'), new Date(0), new Date(0));
  const kept = await commitLeftovers({ worktree: path, branch, runId: 'rn_1', subject: 'wip' });
  expect(kept.files).toEqual(['inner']);
  expect((await git(path, ['ls-tree', 'HEAD', 'inner'])).stdout).toContain(
    await gitAsAgent(inner, ['rev-parse', 'HEAD']),
  );
  const removal = { clone: it.clone, path, mergedInto: branch };
  expect(await removeWorktree(removal)).toEqual({ kind: 'kept', why: 'dirty', detail: 'inner' });
  expect(existsSync(proof)).toBe(false);
});

test('links among the loose objects do not have those of another repository deleted', async () => {
  await using it = await clonedRepo();
  const { path, branch } = await it.openTask('tk_1');
  await openingsOf({ path, branch });
  const theirs = join(it.repo.path, '.git/objects');
  const loose = (await readdir(theirs)).filter((name) => name.length === 2);
  const left = () => Promise.all(loose.map((name) => readdir(join(theirs, name))));
  const before = await left();
  expect(before.flat().length).toBeGreaterThan(0);
  for (const name of loose) await symlink(join(theirs, name), join(it.clone, 'objects', name));
  await openingsOf({ path, branch });
  expect(await left()).toEqual(before);
});

test('a task’s branch that names another does not have that one moved', async () => {
  await using it = await clonedRepo();
  const { path, branch, baseSha } = await it.openTask('tk_1');
  const other = await it.openTask('tk_2');
  await writeFile(join(path, 'b.txt'), 'b\n');
  await writeFile(join(it.clone, 'refs/heads', branch), `ref: refs/heads/${other.branch}\n`);
  const request = { clone: it.clone, worktree: path, branch, base: baseSha, filesDir: join(it.home, 'none') };
  await keepWork({ ...request, runId: 'rn_1', subject: 'wip' });
  expect(await gitAsAgent(it.clone, ['rev-parse', other.branch])).toBe(other.headSha);
  expect(await gitAsAgent(it.clone, ['log', '--format=%s', `${other.branch}..${branch}`])).toBe('wip');
});

test('a path that leads out of the tree gets into no commit of what is left, and is found in one that an agent made', async () => {
  await using it = await clonedRepo();
  const { path, branch, baseSha } = await it.openTask('tk_1');
  const blob = await gitAsAgent(path, ['rev-parse', 'HEAD:a.txt']);
  const [index, name] = [join(it.clone, 'worktrees/tk_1/index'), 'zz_zz.txt'];
  await gitAsAgent(path, ['update-index', '--add', '--cacheinfo', `100644,${blob},${name}`]);
  const body = (await readFile(index)).subarray(0, -20);
  body.write('../zz.txt', body.indexOf(name), 'latin1');
  await writeFile(index, Buffer.concat([body, createHash('sha1').update(body).digest()]));
  const tree = await gitAsAgent(path, ['write-tree']);
  const request = { clone: it.clone, worktree: path, branch, base: baseSha, filesDir: join(it.home, 'none') };
  const kept = await keepWork({ ...request, runId: 'rn_1', subject: 'wip' });
  expect(kept.files).toEqual([]);
  const head = await gitAsAgent(path, ['commit-tree', tree, '-p', baseSha, '-m', 'out']);
  const findings = await inspectBranch({ clone: it.clone, head, target: baseSha, filesDir: request.filesDir });
  expect(findings).toEqual([{ path: '../zz.txt', commit: head, reason: { code: 'finding.impossible-path' } }]);
});

test('a pipe that an agent left among git’s files keeps nobody waiting', async () => {
  await using it = await clonedRepo();
  const { path, branch, baseSha } = await it.openTask('tk_1');
  execFileSync('mkfifo', [join(it.clone, 'worktrees/tk_1/MERGE_HEAD')]);
  const request = { clone: it.clone, worktree: path, branch, base: baseSha, filesDir: join(it.home, 'none') };
  expect(await keepWork({ ...request, runId: 'rn_1', subject: 'wip' })).toMatchObject({ unfinished: null });
});
