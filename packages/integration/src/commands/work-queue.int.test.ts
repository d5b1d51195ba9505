import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unwrap } from '@cw/kernel';
import { listItems } from '@cw/messages';
import { testAct } from '@cw/storage/testing';
import { waitFor } from '@cw/testkit';
import { expect, test } from 'vitest';
import { gitMergeBench } from '../adapters/git-merge-bench.ts';
import { listWithheld } from '../queries/list-withheld.ts';
import { startTestQueue, type TestQueue } from '../testing.ts';

async function state(it: TestQueue, id: string) {
  return unwrap(await it.merges.queries.find(id));
}

test('a finished branch that passes its checks is merged, pushed, and its task closed with the commit', async () => {
  await using it = await startTestQueue({ checks: ['test -f b.txt', 'cat a.txt && git status --porcelain'] });
  const merge = await it.enqueue({ 'b.txt': 'b\n' }, { title: 'Add b' });
  expect(await it.task(merge.taskId)).toMatchObject({ state: 'merging' });
  expect(await it.process()).toBe(1);
  const done = await state(it, merge.id);
  expect(done).toMatchObject({ state: 'merged', verdict: 'passed', pushed: true, reason: null });
  expect(done.checks.map((check) => check.verdict)).toEqual(['passed', 'passed']);
  expect(unwrap(await it.merges.queries.checkLog(merge.id, 1))).toBe('one\n');
  expect(await it.git('log', '-1', '--format=%H %s %(trailers:key=Cw-Task,valueonly)', 'cw/next')).toContain(
    `${done.mergeSha} Merge ${merge.taskId}: Add b ${merge.taskId}`,
  );
  expect(await it.repo.head('cw/next')).toBe(done.mergeSha);
  expect(await it.task(merge.taskId)).toMatchObject({
    status: 'closed',
    outcome: 'done',
    artifacts: [{ kind: 'commit', value: done.mergeSha }],
  });
  expect(await it.merges.projectsWithWork()).toEqual([]);
});

test('a check that fails ends the merge with its output, keeps the branch, and makes the task wait', async () => {
  await using it = await startTestQueue({ checks: ['true', 'echo broken; exit 3', 'true'] });
  const merge = await it.enqueue({ 'b.txt': 'b\n' });
  const before = await it.git('rev-parse', 'cw/next');
  await it.process();
  const ended = await state(it, merge.id);
  expect(ended).toMatchObject({ state: 'checks-failed', verdict: 'failed', reason: expect.stringContaining('code 3') });
  expect(ended.checks.map((check) => [check.verdict, check.exitCode])).toEqual([
    ['passed', 0],
    ['failed', 3],
    ['not-run', null],
  ]);
  expect(unwrap(await it.merges.queries.checkLog(merge.id, 1))).toBe('broken\n');
  expect(await it.git('rev-parse', 'cw/next')).toBe(before);
  expect(await it.git('rev-parse', merge.branch)).toBe(merge.headSha);
  expect(await it.task(merge.taskId)).toMatchObject({
    status: 'blocked',
    statusReason: expect.stringContaining('failed with code 3'),
  });
});

test('a check that hangs is stopped at its time limit with everything it started', async () => {
  await using it = await startTestQueue({ checks: ['setsid sleep 311 & sleep 312'], checkTimeout: 1 });
  const merge = await it.enqueue({ 'b.txt': 'b\n' });
  await it.process();
  expect(await state(it, merge.id)).toMatchObject({ state: 'checks-failed', verdict: 'timed-out' });
});

test('a check that cannot be run holds the merge', async () => {
  await using it = await startTestQueue({ checks: ['no-such-program-here --all'] });
  const merge = await it.enqueue({ 'b.txt': 'b\n' });
  await it.process();
  expect(await state(it, merge.id)).toMatchObject({
    state: 'checks-failed',
    reason: expect.stringContaining('could not be run'),
  });
});

test('without checks what is merged is called unchecked', async () => {
  await using it = await startTestQueue();
  const merge = await it.enqueue({ 'b.txt': 'b\n' });
  await it.process();
  expect(await state(it, merge.id)).toMatchObject({ state: 'merged', verdict: 'unchecked', checks: [] });
});

test('a conflict names the files, leaves nothing behind, and can be retried once solved', async () => {
  await using it = await startTestQueue();
  const first = await it.enqueue({ 'a.txt': 'first\n' });
  const second = await it.enqueue({ 'a.txt': 'second\n' });
  expect(await it.process()).toBe(2);
  expect(await state(it, first.id)).toMatchObject({ state: 'merged' });
  const ended = await state(it, second.id);
  expect(ended).toMatchObject({
    state: 'conflict',
    conflictFiles: ['a.txt'],
    reason: expect.stringContaining('a.txt'),
  });
  expect(await it.task(second.taskId)).toMatchObject({ status: 'blocked' });
  expect(await it.merges.commands.retry({ merge: first.id }, testAct)).toMatchObject({
    error: { kind: 'merge.already-merged' },
  });

  await it.git('-C', join(it.home, 'worktrees', it.project.id, second.taskId), 'merge', '-q', '-s', 'ours', 'cw/next');
  expect(await it.merges.commands.retry({ merge: 'tk_' }, testAct)).toMatchObject({
    error: { kind: 'merge.ambiguous' },
  });
  expect(await state(it, second.taskId.slice(3, -1))).toMatchObject({ id: second.id });
  expect(unwrap(await it.merges.commands.retry({ merge: second.taskId.slice(0, -2) }, testAct))).toMatchObject({
    state: 'queued',
    attempt: 2,
  });
  expect(await it.merges.commands.retry({ merge: second.id }, testAct)).toMatchObject({
    error: { kind: 'merge.in-progress' },
  });
  await it.process();
  expect(await state(it, second.id)).toMatchObject({ state: 'merged' });
  expect(await it.git('show', 'cw/next:a.txt')).toBe('second');
});

test('what a person left uncommitted in the worktree goes with a retry, and what cannot is told', async () => {
  await using it = await startTestQueue();
  await it.enqueue({ 'a.txt': 'first\n' });
  const merge = await it.enqueue({ 'a.txt': 'second\n' });
  await it.process();
  const worktree = join(it.home, 'worktrees', it.project.id, merge.taskId);
  await writeFile(join(worktree, 'a.txt'), 'first\n');
  await writeFile(join(worktree, 'by-hand.txt'), 'mine\n');
  await writeFile(join(worktree, '.env'), 'PASSWORD=x');
  unwrap(await it.merges.commands.retry({ merge: merge.id }, testAct));
  await it.process();
  expect(await state(it, merge.id)).toMatchObject({ state: 'merged' });
  expect(await it.git('show', 'cw/next:by-hand.txt')).toBe('mine');
  const said = (await it.commentsOn(merge.taskId)).join('\n');
  expect(said).toMatch(/After the run had ended.*on the task's branch now\.\n\n- `a\.txt`\n- `by-hand\.txt`/);
  expect(said).toMatch(/rest is kept under `refs\/cw\/rescue\/.*\n\n- `\.env`: looks like a secret/s);
});

test('what a retry that was killed had kept of the worktree is told by the next one', async () => {
  await using it = await startTestQueue({ checks: ['test -f by-hand.txt'] });
  const merge = await it.enqueue({ 'b.txt': 'b\n' });
  await it.process();
  await writeFile(join(it.home, 'worktrees', it.project.id, merge.taskId, 'by-hand.txt'), 'mine\n');
  const bench = gitMergeBench(it.home);
  const keepLeft: typeof bench.keepLeft = async (request) => {
    await bench.keepLeft(request);
    throw new Error('killed');
  };
  await expect(it.restart({ ...bench, keepLeft }).commands.retry({ merge: merge.id }, testAct)).rejects.toThrow(
    'killed',
  );
  expect((await it.commentsOn(merge.taskId)).join('\n')).not.toContain('by-hand.txt');
  unwrap(await it.merges.commands.retry({ merge: merge.id }, testAct));
  await it.process();
  expect(await state(it, merge.id)).toMatchObject({ state: 'merged' });
  expect((await it.commentsOn(merge.taskId)).join('\n')).toContain('- `by-hand.txt`');
});

test('a retry that is refused leaves the worktree as it is', async () => {
  await using it = await startTestQueue({ checks: ['false'] });
  const first = await it.enqueue({ 'b.txt': 'b\n' });
  await it.process();
  const second = await it.enqueueAgain(first);
  await it.process();
  await writeFile(join(it.home, 'worktrees', it.project.id, first.taskId, 'by-hand.txt'), 'mine\n');
  const retry = () => it.merges.commands.retry({ merge: first.id }, testAct);
  expect(await retry()).toMatchObject({ error: { kind: 'merge.superseded', by: second.id } });
  await it.storage.transact((tx) =>
    tx.run("UPDATE tasks SET status = 'closed', outcome = 'cancelled' WHERE id = ?", [first.taskId]),
  );
  const closed = { error: { kind: 'merge.task-closed', taskId: first.taskId } };
  expect(await it.merges.commands.retry({ merge: second.id }, testAct)).toMatchObject(closed);
  expect(await it.git('rev-parse', first.branch)).toBe(first.headSha);
});

test('a retry leaves the worktree alone while a run is at work in it', async () => {
  await using it = await startTestQueue();
  const merge = await it.enqueue({ 'b.txt': 'b\n' });
  unwrap(await it.merges.commands.cancel({ merge: merge.id, reason: 'later' }, testAct));
  await it.storage.transact((tx) =>
    tx.run("UPDATE tasks SET lease_holder = 'rn_1', lease_expires_at = ? WHERE id = ?", [tx.at, merge.taskId]),
  );
  await writeFile(join(it.home, 'worktrees', it.project.id, merge.taskId, 'half.txt'), 'half');
  unwrap(await it.merges.commands.retry({ merge: merge.id }, testAct));
  expect(await state(it, merge.id)).toMatchObject({ state: 'queued', headSha: merge.headSha });
  expect(await it.commentsOn(merge.taskId)).toEqual([]);
});

test('the queue goes by priority, then by age', async () => {
  await using it = await startTestQueue();
  const order = [
    await it.enqueue({ 'low.txt': '' }, { priority: 'P3' }),
    await it.enqueue({ 'b.txt': '' }),
    await it.enqueue({ 'c.txt': '' }),
    await it.enqueue({ 'urgent.txt': '' }, { priority: 'P0' }),
  ].map((merge) => merge.id);
  await it.process();
  const ended = (await it.storage.bus.read(0, 500)).filter((event) => event.type === 'merge.merged');
  expect(ended.map((event) => order.indexOf(event.entity))).toEqual([3, 1, 2, 0]);
});

test('checks see the merge with prepared files and set-up, and not what an earlier one left', async () => {
  const checks = ['test -f .env && test -f made && test ! -e left && touch left && git diff --quiet HEAD'];
  await using it = await startTestQueue({ checks, setupCommand: 'touch made' });
  await writeFile(join(it.project.filesDir, '.env'), 'A=1');
  const merges = [await it.enqueue({ 'b.txt': 'b' }), await it.enqueue({ 'c.txt': 'c' })];
  await it.process();
  for (const merge of merges) expect(await state(it, merge.id)).toMatchObject({ state: 'merged' });
  expect(await it.git('ls-tree', '--name-only', 'cw/next')).toBe('a.txt\nb.txt\nc.txt');
});

test('a set-up that fails is the reason the merge failed', async () => {
  await using it = await startTestQueue({ checks: ['true'], setupCommand: 'echo no registry; exit 1' });
  const merge = await it.enqueue({ 'b.txt': 'b' });
  await it.process();
  expect(await state(it, merge.id)).toMatchObject({ state: 'failed', reason: expect.stringContaining('no registry') });
  expect(await it.task(merge.taskId)).toMatchObject({ status: 'blocked' });
});

test('a branch that changes no file is checked and not merged, and others say what becomes of its task', async () => {
  await using it = await startTestQueue({ checks: ['test -f a.txt'] });
  const before = await it.git('rev-parse', 'cw/next');
  const merges = [await it.enqueue({}), await it.enqueue({ 'a.txt': 'one\n' })];
  expect(merges[1]?.headSha).not.toBe(before);
  await it.process();
  for (const { id } of merges) {
    expect(await state(it, id)).toMatchObject({
      ...{ state: 'unchanged', verdict: 'passed', mergeSha: null, endedAt: expect.any(String) },
      reason: 'Its branch changes no file, so there is nothing to merge.',
    });
  }
  expect(await it.git('rev-parse', 'cw/next')).toBe(before);
  const told = (await it.storage.bus.read(0, 500)).filter(({ type }) => type === 'merge.unchanged');
  expect(told.map(({ entity }) => entity)).toEqual(merges.map(({ id }) => id));
});

test('a check that does not pass is asked about even where nothing was changed', async () => {
  await using it = await startTestQueue({ checks: ['test -f b.txt'] });
  const merge = await it.enqueue({});
  await it.process();
  expect(await state(it, merge.id)).toMatchObject({ state: 'checks-failed', verdict: 'failed' });
  const [item] = unwrap(await listItems(it.storage.read, { taskId: merge.taskId })).items;
  expect(item?.title).toMatch(/^Its agent says it is done and changed no file, but a check does not pass\..*code 1/);
  expect(item?.choices.map(({ name }) => name)).toEqual(['retry', 'merge', 'accept', 'fresh', 'cancel']);
  await it.commit(merge.taskId, { 'b.txt': 'b\n' });
  unwrap(await it.merges.commands.retry({ merge: merge.id }, testAct));
  await it.process();
  expect(await state(it, merge.id)).toMatchObject({ state: 'merged', verdict: 'passed' });
});

test("the user's checkout, index, stash and branches stay as they are", async () => {
  await using it = await startTestQueue();
  await it.repo.write({ 'a.txt': 'stashed\n' });
  await it.repo.git('stash');
  await it.repo.write({ 'a.txt': 'dirty\n', 'staged.txt': 's', 'loose.txt': 'l' });
  await it.repo.git('add', 'staged.txt');
  const look = async () => [
    await it.repo.git('status', '--porcelain', '--branch'),
    await it.repo.git('stash', 'list'),
    await it.repo.git('rev-parse', 'main', 'HEAD'),
    await readFile(join(it.repo.path, '.git/index'), 'latin1'),
    await readFile(join(it.repo.path, 'a.txt'), 'utf8'),
  ];
  const before = await look();
  const merge = await it.enqueue({ 'a.txt': 'merged\n' });
  await it.process();
  expect(await state(it, merge.id)).toMatchObject({ state: 'merged', pushed: true });
  expect(await look()).toEqual(before);
});

test('an integration branch that is checked out is not pushed, said so, and given later', async () => {
  await using it = await startTestQueue();
  await it.repo.git('checkout', '-q', '-b', 'cw/next');
  const head = await it.repo.head();
  const first = await it.enqueue({ 'b.txt': 'b' });
  await it.process();
  expect(await state(it, first.id)).toMatchObject({
    state: 'merged',
    pushed: false,
    reason: expect.stringContaining('checked out'),
  });
  expect(await it.task(first.taskId)).toMatchObject({ status: 'closed' });
  expect(await it.repo.head()).toBe(head);
  expect(await it.repo.git('status', '--porcelain')).toBe('');
  await it.repo.git('checkout', '-q', 'main');
  expect(unwrap(await it.merges.commands.retry({ merge: first.id }, testAct))).toMatchObject({
    pushed: true,
    reason: null,
  });
  expect(await it.repo.head('cw/next')).toBe(await it.git('rev-parse', 'cw/next'));
});

test('new commits of the default branch come along, and a conflict with them becomes one task', async () => {
  await using it = await startTestQueue();
  const theirs = await it.repo.commit({ 'main.txt': 'new' });
  await it.enqueue({ 'a.txt': 'agent\n' });
  await it.process();
  expect(await it.git('merge-base', 'cw/next', theirs)).toBe(theirs);
  await it.repo.commit({ 'a.txt': 'user\n' });
  const next = [await it.enqueue({ 'b.txt': 'b' }), await it.enqueue({ 'c.txt': 'c' })];
  await it.process();
  for (const merge of next) expect(await state(it, merge.id)).toMatchObject({ state: 'merged' });
  const asked = (await it.storage.bus.read(0, 500)).filter(
    (event) => event.type === 'task.created' && JSON.stringify(event.payload).includes('Bring main into cw/next'),
  );
  expect(asked).toHaveLength(1);
  expect(JSON.stringify(asked[0]?.payload)).toContain('- a.txt');
});

test('a project without its repository still merges, says what could not be given, and gives it when it is back', async () => {
  await using it = await startTestQueue();
  const merges = [await it.enqueue({ 'b.txt': 'b' }), await it.enqueue({ 'c.txt': 'c' })];
  const elsewhere = `${it.repo.path}-unmounted`;
  await rename(it.repo.path, elsewhere);
  await it.process();
  const [first, second] = await Promise.all(merges.map(({ id }) => state(it, id)));
  expect(first).toMatchObject({ state: 'merged', pushed: false, reason: expect.stringContaining(it.repo.path) });
  const project = { projectName: it.project.name, source: it.repo.path, targetBranch: 'cw/next' };
  expect(await listWithheld(it.storage.read)).toMatchObject([{ ...project, merges: 2, mergeId: second?.id }]);
  const { seq } = await it.storage.bus.head();
  expect(await it.merges.giveWithheld('path')).toBe(1);
  expect(await it.storage.bus.head()).toMatchObject({ seq });
  await rename(elsewhere, it.repo.path);
  expect(await it.merges.giveWithheld('url')).toBe(0);
  expect(await it.repo.git('branch', '--list', 'cw/next')).toBe('');
  expect(await it.merges.giveWithheld('path')).toBe(0);
  expect(await it.repo.head('cw/next')).toBe(second?.mergeSha);
  for (const { id } of merges) expect(await state(it, id)).toMatchObject({ pushed: true, reason: null });
  expect(await listWithheld(it.storage.read)).toEqual([]);
});

test('a queue that is told to stop ends its check and leaves the request where it was', async () => {
  await using it = await startTestQueue({ checks: ['echo started; sleep 313'] });
  const merge = await it.enqueue({ 'b.txt': 'b' });
  const stop = new AbortController();
  const working = it.process(stop.signal);
  await waitFor(async () => unwrap(await it.merges.queries.checkLog(merge.id, 0)).includes('started'));
  stop.abort();
  await working;
  expect(await state(it, merge.id)).toMatchObject({ state: 'queued', verdict: 'pending', startedAt: null });
  expect(await it.task(merge.taskId)).toMatchObject({ state: 'merging' });
});

test('a task that a person closed meanwhile stays as it is', async () => {
  await using it = await startTestQueue({ checks: ['true'] });
  const merge = await it.enqueue({ 'b.txt': 'b' });
  await it.storage.transact((tx) =>
    tx.run("UPDATE tasks SET status = 'closed', outcome = 'cancelled' WHERE id = ?", [merge.taskId]),
  );
  await it.process();
  expect(await state(it, merge.id)).toMatchObject({ state: 'merged' });
  expect(await it.task(merge.taskId)).toMatchObject({ outcome: 'cancelled' });
  expect(existsSync(join(it.home, 'check-logs', merge.id))).toBe(true);
});

test('a newer request of a task cancels the ones that failed before it, and only it can be tried again', async () => {
  await using it = await startTestQueue({ checks: ['test -f good.txt'] });
  const first = await it.enqueue({ 'b.txt': 'b' });
  await it.process();
  const second = await it.enqueueAgain(first);
  expect(await state(it, first.id)).toMatchObject({
    state: 'cancelled',
    reason: expect.stringContaining(second.id),
    endedAt: expect.any(String),
  });
  await it.process();
  const refused = { error: { kind: 'merge.superseded', by: second.id } };
  expect(await it.merges.commands.retry({ merge: first.id }, testAct)).toMatchObject(refused);
  expect(unwrap(await it.merges.commands.retry({ merge: first.taskId }, testAct))).toMatchObject({
    id: second.id,
    attempt: 2,
  });
  const told = (await it.storage.bus.read(0, 500)).filter((event) => event.type === 'merge.cancelled');
  expect(told.map((event) => event.entity)).toEqual([first.id]);
});

test.each(['squash', 'rebase'] as const)('a project that wants a %s gets a straight history', async (mergeStyle) => {
  await using it = await startTestQueue({ mergeStyle });
  const merge = await it.enqueue({ 'b.txt': 'b' }, { title: 'Add b' });
  await it.repo.commit({ 'c.txt': 'c' });
  await it.process();
  expect(await state(it, merge.id)).toMatchObject({ state: 'merged' });
  expect(await it.git('rev-list', '--merges', 'cw/next')).toBe('');
  expect(await it.git('log', '-1', '--format=%s', 'cw/next')).toBe(mergeStyle === 'squash' ? 'Add b' : 'work');
});

test('a list of merge requests refuses a limit or a cursor that is none', async () => {
  await using it = await startTestQueue({ checks: [] });
  const { queries } = it.restart();
  const merge = await it.enqueue({ 'b.txt': 'b' });
  expect(unwrap(await queries.list({ taskId: merge.taskId })).items).toMatchObject([{ id: merge.id }]);
  for (const limit of [0, Number.NaN, 501]) {
    expect(await queries.list({ limit })).toMatchObject({ ok: false, error: { kind: 'merge.bad-limit' } });
  }
  expect(await queries.list({ cursor: 'abc' })).toMatchObject({ ok: false, error: { kind: 'merge.bad-cursor' } });
});

test('a branch that an agent moved into the integration branch by itself is put back, checked, and only then merged', async () => {
  await using it = await startTestQueue({ checks: ['test ! -f bad.txt'] });
  const bad = await it.enqueue({ 'bad.txt': 'b\n' });
  const before = await it.git('rev-parse', 'cw/next');
  await it.git('update-ref', 'refs/heads/cw/next', bad.headSha);
  await it.process();
  expect(await state(it, bad.id)).toMatchObject({ state: 'checks-failed' });
  expect(await it.git('rev-parse', 'cw/next')).toBe(before);
  expect(await it.git('rev-parse', 'refs/cw/strayed/cw/next')).toBe(bad.headSha);
  const events = await it.storage.bus.read(0, 1000);
  expect(events.find((event) => event.type === 'project.branch-restored')?.payload).toMatchObject({
    branch: 'cw/next',
    commit: bad.headSha,
  });
});

test('a check that moves the integration branch changes nothing about what is merged', async () => {
  const move = 'git update-ref refs/heads/cw/next HEAD && test -f good.txt';
  await using it = await startTestQueue({ checks: [move] });
  const bad = await it.enqueue({ 'bad.txt': 'b\n' });
  await it.process();
  const good = await it.enqueue({ 'good.txt': 'g\n' });
  await it.process();
  expect(await state(it, bad.id)).toMatchObject({ state: 'checks-failed' });
  expect(await state(it, good.id)).toMatchObject({ state: 'merged', verdict: 'passed' });
  expect(await it.git('ls-tree', '--name-only', 'cw/next')).toBe('a.txt\ngood.txt');
});

test('a check that kills its parent does not reach the program', async () => {
  await using it = await startTestQueue({ checks: ['kill -9 $PPID'] });
  const merge = await it.enqueue({ 'b.txt': 'b\n' });
  await it.process();
  expect(await state(it, merge.id)).toMatchObject({ state: 'checks-failed' });
});
