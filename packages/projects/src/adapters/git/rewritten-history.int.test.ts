import { expect, test } from 'vitest';
import { type ClonedRepo, clonedRepo, gitAsAgent } from '../../testing.ts';
import { adoptHistory, keepHistory } from './adopt-history.ts';
import { makeMerge } from './make-merge.ts';
import { moveOwnBranch, tipRef } from './own-branch.ts';
import { pushBranch } from './push-branches.ts';
import { refreshIntegration } from './refresh-integration.ts';
import { commitOf, listRefs } from './refs.ts';
import { beganOutside } from './task-worktree.ts';

const integrationBranch = 'cw/next';
const branch = 'main';

/** A project as far as its git is concerned. */
function over(it: ClonedRepo) {
  const project = { id: 'pr_1', source: it.repo.path, sourceKind: 'path', defaultBranch: branch, integrationBranch };
  const order = { clone: it.clone, branch, integrationBranch };
  return {
    order,
    refresh: () => refreshIntegration(it.home, project as Parameters<typeof refreshIntegration>[1]),
    push: () => pushBranch(it.clone, { kind: 'path', location: it.repo.path }, integrationBranch),
    /** Does a task in its worktree; answers what its branch holds then. */
    work: async (taskId: string, file: string) => {
      const { path } = await it.openTask(taskId);
      const blob = await gitAsAgent(path, ['hash-object', '-w', 'a.txt']);
      await gitAsAgent(path, ['update-index', '--add', '--cacheinfo', `100644,${blob},${file}`]);
      await gitAsAgent(path, ['commit', '-q', '-m', `add ${file}`]);
      return gitAsAgent(path, ['rev-parse', 'HEAD']);
    },
    merge: async (taskId: string, head: string) => {
      const target = await commitOf(it.clone, tipRef(integrationBranch));
      const since = await beganOutside(it.clone, { taskId, head, target });
      const trailers = [`Cw-Task: ${taskId}`];
      const made = await makeMerge(it.clone, { style: 'merge', target, head, since, subject: taskId, trailers });
      if (made.kind !== 'made') throw new Error(`it is ${made.kind}`);
      await moveOwnBranch(it.clone, { branch: integrationBranch, to: made.commit, from: target, why: 'test' });
      return made.commit;
    },
    files: async (of = integrationBranch) => (await gitAsAgent(it.clone, ['ls-tree', '--name-only', of])).split('\n'),
  };
}

/** `main` has had a mistake that was taken in and built on, and has it no more. */
async function rewritten(it: ClonedRepo) {
  const git = over(it);
  const mistake = await it.repo.commit({ 'dump.sql': 'secret\n' }, 'mistake');
  await git.refresh();
  const early = await git.work('tk_open', 'open.txt');
  await git.merge('tk_done', await git.work('tk_done', 'done.txt'));
  expect(await git.push()).toEqual({ pushed: true });
  await it.repo.git('reset', '-q', '--hard', 'HEAD~1');
  await it.repo.commit({ 'good.txt': 'good\n' }, 'good');
  return { ...git, mistake, early };
}

test('a branch that no longer has what was taken from it is told with the commits and the tasks that have them', async () => {
  await using it = await clonedRepo();
  const git = await rewritten(it);
  const before = await git.files();
  const found = await git.refresh();
  expect(found.rewritten).toMatchObject([{ branch, dropped: [{ sha: git.mistake, subject: 'mistake' }] }]);
  expect(found.rewritten[0]?.taskIds.toSorted()).toEqual(['tk_done', 'tk_open']);
  expect(await git.files()).toEqual(before);
  expect((await git.refresh()).rewritten).toHaveLength(1);
});

test('what was dropped is dropped here too: the rest is put onto the branch, nothing is lost, and nothing comes back', async () => {
  await using it = await clonedRepo();
  const git = await rewritten(it);
  const old = await commitOf(it.clone, integrationBranch);
  await git.refresh();
  const adopted = await adoptHistory(git.order);
  expect(adopted).toMatchObject({ kind: 'adopted', before: old, keptAs: 'refs/cw/replaced/cw/next' });
  expect(await git.files()).toEqual(['a.txt', 'done.txt', 'good.txt']);
  expect((await listRefs(it.clone, 'refs/cw/replaced/')).get('refs/cw/replaced/cw/next')).toBe(old);
  expect(await gitAsAgent(it.clone, ['log', '-1', '--format=%(trailers:key=Cw-Task,valueonly)', 'cw/next'])).toContain(
    'tk_done',
  );

  // The repository still has the old branch, which is not taken in again and gives way.
  expect((await git.refresh()).rewritten).toEqual([]);
  expect(await git.files()).toEqual(['a.txt', 'done.txt', 'good.txt']);
  expect(await git.push()).toEqual({ pushed: true });
  expect(await it.repo.head(integrationBranch)).toBe(await commitOf(it.clone, integrationBranch));

  // A task that had begun with it brings only its own work.
  await git.merge('tk_open', git.early);
  expect(await git.files()).toEqual(['a.txt', 'done.txt', 'good.txt', 'open.txt']);
  expect((await git.refresh()).rewritten).toEqual([]);
});

test('what was dropped can be kept: the branch as it is now is merged in beside it', async () => {
  await using it = await clonedRepo();
  const git = await rewritten(it);
  await git.refresh();
  await keepHistory(git.order);
  expect(await git.refresh()).toMatchObject({ rewritten: [], synced: { kind: 'advanced' } });
  expect(await git.files()).toEqual(['a.txt', 'done.txt', 'dump.sql', 'good.txt']);
});

test('a merge that cannot be put onto the branch is named, and nothing moves', async () => {
  await using it = await clonedRepo();
  const git = over(it);
  await it.repo.commit({ 'dump.sql': 'one\n' }, 'mistake');
  await git.refresh();
  const { path } = await it.openTask('tk_1');
  await gitAsAgent(path, ['rm', '-q', 'a.txt']);
  await gitAsAgent(path, ['commit', '-q', '-m', 'remove a']);
  await git.merge('tk_1', await gitAsAgent(path, ['rev-parse', 'HEAD']));
  const before = await commitOf(it.clone, integrationBranch);
  await it.repo.git('reset', '-q', '--hard', 'HEAD~1');
  await it.repo.commit({ 'a.txt': 'changed\n' }, 'change a');
  await git.refresh();
  expect(await adoptHistory(git.order)).toMatchObject({ kind: 'conflict', subject: 'tk_1', files: ['a.txt'] });
  expect(await commitOf(it.clone, integrationBranch)).toBe(before);
});

test.each([
  ['written anew with the same changes', ['commit', '-q', '--amend', '-m', 'the same in other words']],
  ['still there under others', ['commit', '-q', '--allow-empty', '-m', 'more']],
])('commits that are %s are not dropped', async (_how, change) => {
  await using it = await clonedRepo();
  const git = over(it);
  await it.repo.commit({ 'b.txt': 'b\n' }, 'add b');
  await git.refresh();
  await it.repo.git(...change);
  expect((await git.refresh()).rewritten).toEqual([]);
  expect((await git.refresh()).synced.kind).toBe('current');
});

test('merges that somebody takes off the integration branch are told, and can be taken off here too', async () => {
  await using it = await clonedRepo();
  const git = over(it);
  await git.merge('tk_a', await git.work('tk_a', 'kept.txt'));
  await git.push();
  const first = await commitOf(it.clone, integrationBranch);
  await git.merge('tk_b', await git.work('tk_b', 'unwanted.txt'));
  await git.push();
  await it.repo.git('branch', '-f', integrationBranch, first);
  const found = await git.refresh();
  expect(found.rewritten).toMatchObject([{ branch: integrationBranch }]);
  expect(found.rewritten[0]?.taskIds).toContain('tk_b');
  expect(await adoptHistory({ ...git.order, branch: integrationBranch })).toMatchObject({
    kind: 'adopted',
    tip: first,
  });
  expect(await git.push()).toEqual({ pushed: true });
  expect(await git.files()).toEqual(['a.txt', 'kept.txt']);
});
