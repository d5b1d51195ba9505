import { existsSync } from 'node:fs';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock, withFileLock } from '@cw/storage';
import { tempDir, tempRepo } from '@cw/testkit';
import { expect, test } from 'vitest';
import { clonedRepo } from '../../testing.ts';
import { syncIntegration } from './integration-branch.ts';
import { createPrivateClone, fetchSource, listRemoteBranches } from './private-clone.ts';
import { commitOf, findCommit, listRefs } from './refs.ts';
import { gitLine } from './run-git.ts';
import { leftStagings, removeStaging, stagingOf } from './staging.ts';

test('a clone has the integration branch, the source as remote branches, and an origin that nothing can be pushed to', async () => {
  await using it = await clonedRepo();
  expect([...(await listRefs(it.clone, 'refs')).keys()]).toEqual([
    'refs/cw/tips/cw/next',
    'refs/heads/cw/next',
    'refs/remotes/origin/HEAD',
    'refs/remotes/origin/main',
  ]);
  expect(await commitOf(it.clone, 'refs/heads/cw/next')).toBe(await it.repo.head());
  expect(await gitLine(it.clone, ['remote', 'get-url', 'origin'])).toBe(it.repo.path);
  expect(await gitLine(it.clone, ['symbolic-ref', '--short', 'refs/remotes/origin/HEAD'])).toBe('origin/main');
  await expect(gitLine(it.clone, ['push', 'origin', 'cw/next:other'])).rejects.toThrow(
    /'no-push--cw-merges-what-is-committed' does not appear to be a git repository/,
  );
  await gitLine(it.clone, ['fetch', 'origin']);
  expect(await commitOf(it.clone, 'refs/remotes/origin/main')).toBe(await it.repo.head());
  expect((await stat(join(it.home, 'projects'))).mode & 0o777).toBe(0o700);
  expect(existsSync(join(it.home, 'projects/pr_1/worktree-files'))).toBe(true);
});

test('a clone that fails leaves nothing behind', async () => {
  await using dir = await tempDir();
  const source = { kind: 'url', location: `file://${dir.path}/nowhere` } as const;
  const projectDir = join(dir.path, 'projects', 'pr_1');
  await expect(createPrivateClone({ source, defaultBranch: 'main', projectDir }, systemClock)).rejects.toMatchObject({
    code: 'project.remote-gone',
  });
  expect(await readdir(join(dir.path, 'projects'))).toEqual([]);
});

test('what a killed process left is found and removed at once, and what somebody works at is not', async () => {
  await using it = await clonedRepo();
  const projects = join(it.home, 'projects');
  const [left, busy, old] = ['pr_left', 'pr_busy', 'pr_old'].map((id) => stagingOf(join(projects, id)));
  for (const path of [left, busy, old]) await mkdir(path ?? '');
  await writeFile(join(left ?? '', 'adding.lock.db'), '');
  await writeFile(join(left ?? '', 'pack'), 'x'.repeat(10_000));
  await withFileLock(join(busy ?? '', 'adding.lock.db'), async () => {
    const found = await leftStagings(projects, systemClock);
    expect(found).toEqual([{ path: left, bytes: expect.any(Number) }]);
    expect(found[0]?.bytes).toBeGreaterThanOrEqual(10_000);
    expect(await removeStaging(busy ?? '', systemClock)).toContain('is being added');
    await createPrivateClone(
      {
        source: { kind: 'path', location: it.repo.path },
        defaultBranch: 'main',
        projectDir: join(projects, 'pr_2'),
      },
      systemClock,
    );
    expect((await readdir(projects)).sort()).toEqual(['.adding-pr_busy', '.adding-pr_old', 'pr_1', 'pr_2']);
  });
  expect((await readdir(join(projects, 'pr_2'))).sort()).toEqual(['repo.git', 'worktree-files']);
  const later = { now: () => Date.now() + 25 * 3_600_000 };
  expect((await leftStagings(projects, later)).map(({ path }) => path).sort()).toEqual([busy, old]);
});

test('a url is cloned and its branches can be listed beforehand', async () => {
  await using repo = await tempRepo({ files: { 'a.txt': 'a' }, branch: 'trunk' });
  await using dir = await tempDir();
  const url = `file://${repo.path}`;
  expect(await listRemoteBranches(dir.path, url)).toEqual({ branches: ['trunk'], head: 'trunk' });
  const projectDir = join(dir.path, 'pr_1');
  await createPrivateClone({ source: { kind: 'url', location: url }, defaultBranch: 'trunk', projectDir }, systemClock);
  expect(await commitOf(join(projectDir, 'repo.git'), 'cw/next')).toBe(await repo.head());
});

test('new commits of the default branch are taken into the integration branch', async () => {
  await using it = await clonedRepo();
  const source = { kind: 'path', location: it.repo.path } as const;
  const next = await it.repo.commit({ 'b.txt': 'b' });
  await fetchSource(it.clone, source);
  expect(await syncIntegration(it.clone, { branch: 'cw/next', defaultBranch: 'main' })).toMatchObject({
    kind: 'advanced',
    tip: next,
  });
  expect(await syncIntegration(it.clone, { branch: 'cw/next', defaultBranch: 'main' })).toEqual({
    kind: 'current',
    tip: next,
  });
});

test('a clone that an earlier version made is closed to others by its first fetch', async () => {
  await using it = await clonedRepo();
  const objects = join(it.clone, 'objects');
  await gitLine(it.clone, ['config', '--unset', 'core.sharedRepository']);
  await fetchSource(it.clone, { kind: 'path', location: it.repo.path });
  const known = await readdir(objects);
  await gitLine(it.clone, ['hash-object', '-w', '--stdin'], { input: 'closed\n' });
  const [made = ''] = (await readdir(objects)).filter((name) => !known.includes(name));
  expect((await stat(join(objects, made))).mode & 0o777).toBe(0o700);
});

test('a default branch that conflicts with what was merged moves nothing and names the files', async () => {
  await using it = await clonedRepo();
  const { path, branch } = await it.openTask('tk_1');
  await gitLine(path, ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '--allow-empty', '-m', 'x']);
  const blob = await gitLine(path, ['hash-object', '-w', '--stdin'], { input: 'ours\n' });
  await gitLine(path, ['update-index', '--cacheinfo', `100644,${blob},a.txt`]);
  await gitLine(path, ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '-m', 'ours']);
  await gitLine(it.clone, ['update-ref', 'refs/heads/cw/next', `refs/heads/${branch}`]);
  const tip = await findCommit(it.clone, 'cw/next');
  await it.repo.commit({ 'a.txt': 'theirs\n' });
  await fetchSource(it.clone, { kind: 'path', location: it.repo.path });
  expect(await syncIntegration(it.clone, { branch: 'cw/next', defaultBranch: 'main' })).toMatchObject({
    kind: 'conflict',
    files: ['a.txt'],
    branch: 'main',
    messages: expect.stringContaining('CONFLICT'),
  });
  expect(await findCommit(it.clone, 'cw/next')).toBe(tip);
});

test('a branch of cw’s own is not fetched back while it is where cw put it, and is when somebody moved it', async () => {
  await using it = await clonedRepo();
  const source = { kind: 'path', location: it.repo.path } as const;
  await it.repo.git('branch', 'cw/next', await commitOf(it.clone, 'cw/next'));
  await fetchSource(it.clone, source);
  expect(await findCommit(it.clone, 'refs/remotes/origin/cw/next')).toBeUndefined();
  await it.repo.git('checkout', '-q', 'cw/next');
  const theirs = await it.repo.commit({ 'b.txt': 'b' });
  await fetchSource(it.clone, source);
  expect(await commitOf(it.clone, 'refs/remotes/origin/cw/next')).toBe(theirs);
  await it.repo.git('checkout', '-q', 'main');
  await it.repo.git('branch', '-D', 'cw/next');
  await fetchSource(it.clone, source);
  expect(await findCommit(it.clone, 'refs/remotes/origin/cw/next')).toBeUndefined();
});
