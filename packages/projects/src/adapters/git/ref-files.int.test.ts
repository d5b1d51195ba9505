import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { clonedRepo } from '../../testing.ts';
import { linkedGitDir, readBranchesOf, readRef, readRefsBelow } from './ref-files.ts';
import { git, gitLine } from './run-git.ts';

test('a ref is read alike from the clone and from a working tree, loose or packed', async () => {
  await using it = await clonedRepo();
  const { path, branch } = await it.openTask('tk_1');
  const ref = `refs/heads/${branch}`;
  const commit = await gitLine(it.clone, ['rev-parse', ref]);
  expect(readRef(it.clone, ref)).toEqual({ commit });
  await git(it.clone, ['pack-refs', '--all']);
  expect(readRef(it.clone, ref)).toEqual({ commit });
  expect(readRef(path, ref)).toEqual({ commit });
  const moved = await gitLine(it.clone, ['commit-tree', `${commit}^{tree}`, '-m', 'x'], {
    env: { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' },
  });
  await git(it.clone, ['update-ref', ref, moved]);
  expect(readRef(path, ref)).toEqual({ commit: moved });
});

test('a ref that is not there, or no longer, is absent', async () => {
  await using it = await clonedRepo();
  const { branch } = await it.openTask('tk_1');
  await git(it.clone, ['pack-refs', '--all']);
  expect(readRef(it.clone, 'refs/heads/cw-task/tk_1')).toBe('absent');
  expect(readRef(it.clone, `refs/heads/${branch}-2`)).toBe('absent');
  await git(it.clone, ['worktree', 'remove', '--force', `${it.worktreesDir}/tk_1`]);
  await git(it.clone, ['branch', '-D', branch]);
  expect(readRef(it.clone, `refs/heads/${branch}`)).toBe('absent');
});

test('what is not a plain ref of a clone is left to git', async () => {
  await using it = await clonedRepo();
  await git(it.clone, ['symbolic-ref', 'refs/heads/other', 'refs/heads/cw/next']);
  expect(readRef(it.clone, 'refs/heads/other')).toBe('unclear');
  expect(readRefsBelow(it.clone, 'refs/heads/')).toBeUndefined();
  expect(readRef(it.clone, 'HEAD')).toBe('unclear');
  expect(readRef(it.clone, 'refs/heads/../../HEAD')).toBe('unclear');
  expect(readRef(it.repo.path, 'refs/heads/main')).toBe('unclear');
  expect(linkedGitDir(it.repo.path)).toBeUndefined();
});

test('refs below a prefix are those that git lists, in its order', async () => {
  await using it = await clonedRepo();
  for (const task of ['tk_2', 'tk_1']) await it.openTask(task);
  await git(it.clone, ['pack-refs', '--all']);
  await it.openTask('tk_3');
  const listed = await gitLine(it.clone, ['for-each-ref', '--format=%(refname)', 'refs/heads/']);
  expect([...(readRefsBelow(it.clone, 'refs/heads/') ?? [])].map(([name]) => name)).toEqual(listed.split('\n'));
  expect(readRefsBelow(it.clone, 'refs/heads/cw-task/tk_9/')).toEqual(new Map());
});

test("branches of a user's repository are those that git lists, loose or packed, bare or not", async () => {
  await using it = await clonedRepo();
  await it.repo.git('branch', 'side/way');
  await it.repo.git('pack-refs', '--all');
  await it.repo.git('branch', 'later');
  await it.repo.git('tag', 'v1');
  const tip = await it.repo.head();
  const branches = ['refs/heads/later', 'refs/heads/main', 'refs/heads/side/way'];
  expect([...(readBranchesOf(it.repo.path) ?? [])]).toEqual(branches.map((name) => [name, tip]));
  expect(readBranchesOf(join(it.repo.path, '.git'))?.size).toBe(3);
  expect(readBranchesOf(dirname(it.repo.path))).toBeUndefined();
  await it.repo.git('symbolic-ref', 'refs/heads/alias', 'refs/heads/main');
  expect(readBranchesOf(it.repo.path)).toBeUndefined();
});
