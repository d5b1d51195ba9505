import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { clonedRepo, gitAsAgent } from '../../testing.ts';
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

test.concurrent('a lock left on the note of what was taken in does not keep new commits from being taken in', async () => {
  await using it = await clonedRepo();
  const place = { id: 'pr_1', source: it.repo.path, sourceKind: 'path', defaultBranch: 'main' };
  const project = { ...place, integrationBranch: 'cw/next' } as Parameters<typeof refreshIntegration>[1];
  await refreshIntegration(it.home, project);
  const theirs = await it.repo.commit({ 'b.txt': 'b\n' }, 'add b');
  const lock = await leaveLock(it.clone, takenRef('main'));
  const found = await refreshIntegration(it.home, project);
  expect(found).toMatchObject({ trouble: undefined, synced: { kind: 'advanced', tip: theirs } });
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
