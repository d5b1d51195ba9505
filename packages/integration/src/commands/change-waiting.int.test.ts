import { unwrap } from '@cw/kernel';
import { listItems } from '@cw/messages';
import { testAct } from '@cw/storage/testing';
import { expect, test } from 'vitest';
import { integrationWithin } from '../integration.module.ts';
import { startTestQueue, type TestQueue } from '../testing.ts';

const state = async (it: TestQueue, id: string) => unwrap(await it.merges.queries.find(id));
const told = async (it: TestQueue, id: string) =>
  (await it.storage.bus.read(0, 1_000)).filter(({ entity }) => entity === id).map(({ type }) => type);
const agent = { actor: { kind: 'run', id: 'rn_1', name: 'rn_1' } } as const;

test('a withdrawn request is not merged, its branch stays, and its task waits for a person with ways on', async () => {
  await using it = await startTestQueue();
  const merge = await it.enqueue({ 'b.txt': 'b' });
  const withdrawn = await it.merges.commands.cancel({ merge: merge.id, reason: 'not wanted' }, testAct);
  expect(unwrap(withdrawn)).toMatchObject({ state: 'cancelled', endedAt: expect.any(String) });
  expect(unwrap(withdrawn).reason).toMatch(/^Withdrawn from the merge queue by .+: not wanted$/);
  expect(await it.process()).toBe(0);
  expect(await it.git('rev-parse', merge.branch)).toBe(merge.headSha);
  const task = await it.task(merge.taskId);
  expect(task).toMatchObject({ status: 'blocked', state: 'needs-you' });
  const [item] = unwrap(await listItems(it.storage.read, { taskId: merge.taskId })).items;
  expect(item).toMatchObject({ kind: 'failure', taskId: merge.taskId, details: { mergeId: merge.id } });
  expect(item?.choices.map(({ name }) => name)).toEqual(['retry', 'merge', 'fresh', 'cancel']);

  unwrap(await it.merges.commands.retry({ merge: merge.id }, testAct));
  expect(await it.process()).toBe(1);
  expect(await state(it, merge.id)).toMatchObject({ state: 'merged', attempt: 2 });
});

test('one that is held is passed over until it is released, whatever its turn, and a new server keeps it so', async () => {
  await using it = await startTestQueue();
  const first = await it.enqueue({ 'b.txt': 'b' }, { priority: 'P0' });
  const second = await it.enqueue({ 'c.txt': 'c' });
  const held = unwrap(await it.merges.commands.hold({ merge: first.taskId, reason: 'release on Friday' }, testAct));
  expect(held).toMatchObject({ state: 'held', reason: expect.stringContaining('release on Friday') });
  unwrap(await it.merges.commands.hold({ merge: first.id }, testAct));
  const next = it.restart();
  expect(await next.recover()).toBe(0);
  expect(await next.processQueue(it.project.id, new AbortController().signal)).toBe(1);
  expect(await state(it, second.id)).toMatchObject({ state: 'merged' });
  expect(await state(it, first.id)).toMatchObject({ state: 'held', endedAt: null });
  expect(await next.projectsWithWork()).toEqual([]);

  expect(unwrap(await next.commands.release({ merge: first.id }, testAct))).toMatchObject({
    state: 'queued',
    reason: null,
  });
  expect(await next.projectsWithWork()).toEqual([it.project.id]);
  expect(await it.process()).toBe(1);
  expect(await state(it, first.id)).toMatchObject({ state: 'merged' });
  expect(await told(it, first.id)).toEqual(expect.arrayContaining(['merge.held', 'merge.released', 'merge.merged']));
});

test('a more urgent one goes first', async () => {
  await using it = await startTestQueue();
  const first = await it.enqueue({ 'b.txt': 'b' });
  const second = await it.enqueue({ 'c.txt': 'c' });
  unwrap(await it.merges.commands.prioritize({ merge: second.id, priority: 'p0' }, testAct));
  const listed = unwrap(await it.merges.queries.list({}));
  expect(listed.items.map(({ id }) => id)).toEqual([second.id, first.id]);
  await it.process();
  const begun = (await it.storage.bus.read(0, 1_000)).filter(({ type }) => type === 'merge.started');
  expect(begun.map(({ entity }) => entity)).toEqual([second.id, first.id]);
});

test('what has begun or ended is neither withdrawn nor held nor moved, and none of it is for agents', async () => {
  await using it = await startTestQueue({ checks: ['true'] });
  const { cancel, hold, release, prioritize } = it.merges.commands;
  const merge = await it.enqueue({ 'b.txt': 'b' });
  const input = { merge: merge.id, priority: 'P0' };
  for (const change of [cancel, hold, release, prioritize]) {
    expect(await change(input, agent)).toMatchObject({ error: { kind: 'merge.people-only' } });
  }
  await it.storage.transact((tx) => tx.run("UPDATE merge_requests SET state = 'checking' WHERE id = ?", [merge.id]));
  for (const change of [cancel, hold, release, prioritize]) {
    expect(await change(input, testAct)).toMatchObject({ error: { kind: 'merge.in-hand', state: 'checking' } });
  }
  expect(
    await it.storage.transact((tx) => integrationWithin(tx).withdrawOfTask({ taskId: merge.taskId }, testAct)),
  ).toMatchObject({ error: { kind: 'merge.in-hand' } });
  await it.merges.recover();
  await it.process();
  expect(await hold(input, testAct)).toMatchObject({ error: { kind: 'merge.already-merged' } });
  const other = await it.enqueue({ 'c.txt': 'c' });
  unwrap(await cancel({ merge: other.id }, testAct));
  expect(await cancel({ merge: other.id }, testAct)).toMatchObject({
    error: { kind: 'merge.not-queued', state: 'cancelled' },
  });
  expect(await prioritize({ merge: other.id, priority: 'P9' }, testAct)).toMatchObject({
    error: { kind: 'merge.bad-priority' },
  });
  const reason = 'x'.repeat(501);
  expect(await hold({ merge: other.id, reason }, testAct)).toMatchObject({ error: { kind: 'merge.reason-too-long' } });
});
