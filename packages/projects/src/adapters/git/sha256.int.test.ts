import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@cw/storage';
import { tempDir, tempRepo } from '@cw/testkit';
import { expect, test } from 'vitest';
import { gitAsAgent, withoutUserConfig } from '../../testing.ts';
import { inspectSource } from '../inspect-source.ts';
import { keepWork } from '../keep-work.ts';
import { setUpWorktree } from '../set-up-worktree.ts';
import { inspectBranch } from './inspect-branch.ts';
import { syncIntegration } from './integration-branch.ts';
import { makeMerge } from './make-merge.ts';
import { moveOwnBranch, restoreOwnBranch, tipRef } from './own-branch.ts';
import { createPrivateClone, fetchSource } from './private-clone.ts';
import { pushBranch } from './push-branches.ts';
import { commitOf } from './refs.ts';
import { removeWorktree } from './remove-worktree.ts';
import { resetWorktree } from './reset-worktree.ts';
import { openTaskWorktree, startFreshAttempt } from './task-worktree.ts';

test('a repository with SHA-256 names is worked with from its clone to the merge', async () => {
  withoutUserConfig();
  await using repo = await tempRepo();
  await using dir = await tempDir();
  await rm(join(repo.path, '.git'), { recursive: true });
  await repo.git('init', '-q', '-b', 'main', '--object-format=sha256');
  const first = await repo.commit({ 'a.txt': 'one\n' });
  expect(first).toHaveLength(64);

  const { source, defaultBranch } = await inspectSource({ kind: 'path', location: repo.path }, undefined, dir.path);
  const projectDir = join(dir.path, 'project');
  const [clone, filesDir] = [join(projectDir, 'repo.git'), join(projectDir, 'worktree-files')];
  await createPrivateClone({ source, defaultBranch, projectDir }, systemClock);
  const second = await repo.commit({ 'b.txt': 'two\n' });
  await fetchSource(clone, source);
  expect(await syncIntegration(clone, { branch: 'cw/next', defaultBranch: 'main' })).toMatchObject({
    kind: 'advanced',
    tip: second,
  });

  const worktreesDir = join(dir.path, 'trees');
  const order = { clone, worktreesDir, taskId: 'tk_1', title: 'Do it', startFrom: tipRef('cw/next') };
  const { path: worktree, branch, baseSha: base } = await openTaskWorktree(order);
  const setUp = { worktree, filesDir, logFile: join(dir.path, 'log'), mark: 'rn_1' };
  await setUpWorktree({ ...setUp, command: 'echo made > made.txt; echo 2 > a.txt' });
  await writeFile(join(worktree, 'work.txt'), 'work\n');
  await writeFile(join(worktree, '.env'), 'PASSWORD=x');
  const kept = await keepWork({ clone, filesDir, worktree, branch, base, runId: 'rn_1', subject: 'Work' });
  expect(kept).toMatchObject({ files: ['work.txt'], heldBack: [{ path: '.env' }], rescueRef: 'refs/cw/rescue/rn_1' });

  const [target, head] = [base, kept.headSha];
  expect(await inspectBranch({ clone, filesDir, head, target })).toEqual([]);
  const made = await makeMerge(clone, { style: 'squash', target, head, subject: 'Work', trailers: [] });
  if (made.kind !== 'made') throw new Error(made.kind);
  await resetWorktree(clone, join(dir.path, 'merge'), made.commit);
  expect(await moveOwnBranch(clone, { branch: 'cw/next', to: made.commit, from: target, why: 'merge' })).toBe(true);
  await gitAsAgent(clone, ['update-ref', '-d', 'refs/heads/cw/next']);
  expect(await restoreOwnBranch(clone, 'cw/next')).toMatchObject({ branch: 'cw/next', commit: null });
  expect(await pushBranch(clone, source, 'cw/next')).toEqual({ pushed: true });
  expect(await repo.files('cw/next')).toEqual(['a.txt', 'b.txt', 'work.txt']);

  const fresh = { clone, worktree, branch, taskId: 'tk_1', lastRunId: 'rn_1', startFrom: tipRef('cw/next') };
  expect(await startFreshAttempt({ ...fresh, rescued: true })).toBe(made.commit);
  expect(await commitOf(clone, 'refs/cw/attempts/rn_1')).toBe(kept.headSha);
  expect(await removeWorktree({ clone, path: worktree, mergedInto: 'cw/next' })).toEqual({ kind: 'removed' });
});
