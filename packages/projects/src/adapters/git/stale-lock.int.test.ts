import { existsSync } from 'node:fs';
import { mkdir, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { type ClonedRepo, clonedRepo, gitAsAgent } from '../../testing.ts';
import { adoptHistory } from './adopt-history.ts';
import { pushBranch } from './push-branches.ts';
import { refreshIntegration } from './refresh-integration.ts';
import { commitOf, moveRef } from './refs.ts';
import { takenRef } from './taken.ts';

/** Leaves the lock that a git killed while it moved a ref leaves; answers its path. */
async function leaveLock(clone: string, ref: string): Promise<string> {
  const lock = join(clone, `${ref}.lock`);
  await mkdir(dirname(lock), { recursive: true });
  await writeFile(lock, '');
  return lock;
}

/** Looks at the repository of a clone. */
function refresh(it: ClonedRepo) {
  const place = { id: 'pr_1', source: it.repo.path, sourceKind: 'path', defaultBranch: 'main' };
  const project = { ...place, integrationBranch: 'cw/next' } as Parameters<typeof refreshIntegration>[1];
  return refreshIntegration(it.home, project);
}

test.concurrent('a lock left on the note of what was taken in does not keep new commits from being taken in', async () => {
  await using it = await clonedRepo();
  await refresh(it);
  const theirs = await it.repo.commit({ 'b.txt': 'b\n' }, 'add b');
  const lock = await leaveLock(it.clone, takenRef('main'));
  expect(await refresh(it)).toMatchObject({ trouble: undefined, synced: { kind: 'advanced', tip: theirs } });
  expect(await commitOf(it.clone, takenRef('main'))).toBe(theirs);
  expect(existsSync(lock)).toBe(false);
});

test.concurrent('a lock left on the note of what was pushed does not make a push fail', async () => {
  await using it = await clonedRepo();
  const lock = await leaveLock(it.clone, takenRef('cw/next'));
  const source = { kind: 'path', location: it.repo.path } as const;
  expect(await pushBranch(it.clone, source, 'cw/next')).toEqual({ pushed: true });
  expect(await commitOf(it.clone, takenRef('cw/next'))).toBe(await it.repo.head('cw/next'));
  expect(existsSync(lock)).toBe(false);
});

test.concurrent('a lock left on the branch of a task does not keep its worktree from moving it', async () => {
  await using it = await clonedRepo();
  const { path, branch, headSha: from } = await it.openTask('tk_1');
  const to = await gitAsAgent(path, ['commit-tree', '-p', 'HEAD', '-m', 'more', 'HEAD^{tree}']);
  const ref = `refs/heads/${branch}`;
  const lock = await leaveLock(it.clone, ref);
  expect(await moveRef(path, { ref, to, from, why: 'test' })).toBe(true);
  expect(await commitOf(it.clone, ref)).toBe(to);
  expect(existsSync(lock)).toBe(false);
});

test.concurrent('a branch is not made anew where that cannot be noted, and can be later', async () => {
  await using it = await clonedRepo();
  await it.repo.commit({ 'dump.sql': 'data\n' }, 'mistake');
  await refresh(it);
  await it.repo.git('reset', '-q', '--hard', 'HEAD~1');
  await it.repo.commit({ 'good.txt': 'good\n' }, 'good');
  expect((await refresh(it)).rewritten).toHaveLength(1);
  const before = await commitOf(it.clone, 'refs/heads/cw/next');
  const order = { clone: it.clone, branch: 'main', integrationBranch: 'cw/next' };
  // No lock that was left behind, and so not taken away.
  const inTheWay = join(it.clone, `${takenRef('main')}.lock`);
  await mkdir(inTheWay, { recursive: true });
  await expect(adoptHistory(order)).rejects.toThrow();
  expect(await commitOf(it.clone, 'refs/heads/cw/next')).toBe(before);
  expect((await refresh(it)).rewritten).toHaveLength(1);

  await rmdir(inTheWay);
  expect(await adoptHistory(order)).toMatchObject({ kind: 'adopted', before });
  expect((await refresh(it)).rewritten).toEqual([]);
});
