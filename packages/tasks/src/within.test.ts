import { err, systemAct, unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { fixedClock } from '@cw/testkit';
import { describe, expect, test } from 'vitest';
import { dependencyResults } from './queries/dependency-results.ts';
import { listDispatchable } from './queries/list-dispatchable.ts';
import { tasksWithin } from './tasks.module.ts';
import { openTestTasks, type TestTasks, testHolder } from './testing.ts';

const act = systemAct('orchestrator');

async function assigned(home: TestTasks): Promise<string> {
  await home.addProject('one');
  const { id } = await home.build();
  unwrap(await home.tasks.commands.assign({ tasks: [id] }, testAct));
  return id;
}

const claim = (home: TestTasks, taskId: string) =>
  home.inTx((tx) => tasksWithin(tx).claimForRun({ taskId, runId: 'rn_1', leaseMs: 60_000 }, act));

describe('a run', () => {
  test('takes a task by a lease in its name, and nobody takes it away by time or by hand', async () => {
    const clock = fixedClock();
    using home = openTestTasks({ clock });
    const id = await assigned(home);
    expect(unwrap(await claim(home, id))).toMatchObject({
      state: 'in-progress',
      lease: { holder: 'rn_1', expiresAt: '2026-01-01T00:01:00.000Z' },
    });
    expect(await listDispatchable(home.storage.read, { limit: 10 })).toEqual([]);
    clock.advance(3_600_000);
    expect(await home.tasks.commands.expireLeases(act)).toEqual([]);
    for (const answer of [
      await home.tasks.commands.release({ task: id, holder: testHolder }, testAct),
      await home.tasks.commands.close({ task: id, holder: testHolder, force: true }, testAct),
      await home.tasks.commands.assign({ tasks: [id] }, testAct),
    ]) {
      expect(answer).toMatchObject({ ok: false, error: { kind: 'task.running' } });
    }
    expect(await home.tasks.commands.claim({ task: id, holder: testHolder }, testAct)).toMatchObject({
      error: { kind: 'task.claimed', holder: 'rn_1' },
    });
  });

  test('renews its lease without making a revision; another run cannot', async () => {
    const clock = fixedClock();
    using home = openTestTasks({ clock });
    const id = await assigned(home);
    const { revision } = unwrap(await claim(home, id));
    clock.advance(30_000);
    unwrap(await home.inTx((tx) => tasksWithin(tx).renewLease({ taskId: id, holder: 'rn_1', leaseMs: 60_000 })));
    expect(await home.get(id)).toMatchObject({ revision, lease: { expiresAt: '2026-01-01T00:01:30.000Z' } });
    const other = await home.inTx((tx) => tasksWithin(tx).renewLease({ taskId: id, holder: 'rn_2', leaseMs: 60_000 }));
    expect(other).toMatchObject({ error: { kind: 'task.not-held', holder: 'rn_1' } });
  });

  test('is merged and closed with what came of it, for those who build on it', async () => {
    using home = openTestTasks();
    const id = await assigned(home);
    const next = await home.build({ needs: [id] });
    unwrap(await claim(home, id));
    const merging = await home.inTx((tx) => tasksWithin(tx).setStage({ taskId: id, stage: 'merging' }, act));
    expect(unwrap(merging).state).toBe('merging');
    const artifacts = [{ kind: 'commit', value: 'abc123' }];
    const closed = await home.inTx((tx) =>
      tasksWithin(tx).end({ taskId: id, outcome: 'done', reason: 'merged', artifacts }, act),
    );
    expect(unwrap(closed)).toMatchObject({ state: 'done', lease: null, artifacts });
    expect(await dependencyResults(home.storage.read, next.id)).toMatchObject([
      { id, outcome: 'done', closeReason: 'merged', artifacts },
    ]);
  });

  test('that ends without success blocks its task until a person assigns it', async () => {
    using home = openTestTasks();
    const id = await assigned(home);
    unwrap(await claim(home, id));
    const blocked = await home.inTx((tx) => tasksWithin(tx).block({ taskId: id, reason: 'the check failed' }, act));
    expect(unwrap(blocked)).toMatchObject({
      status: 'blocked',
      statusReason: 'the check failed',
      dispatch: 'manual',
      lease: null,
      outcome: null,
    });
    expect(await listDispatchable(home.storage.read, { limit: 10 })).toEqual([]);
    unwrap(await home.tasks.commands.assign({ tasks: [id] }, testAct));
    expect(await listDispatchable(home.storage.read, { limit: 10 })).toMatchObject([{ id }]);
  });

  test('that is given up puts its task back on the queue', async () => {
    using home = openTestTasks();
    const id = await assigned(home);
    unwrap(await claim(home, id));
    unwrap(await home.inTx((tx) => tasksWithin(tx).releaseFromRun({ taskId: id }, act)));
    expect(await listDispatchable(home.storage.read, { limit: 10 })).toMatchObject([{ id }]);
  });

  test('says and proposes things in the transaction of whoever calls, which may still take them back', async () => {
    using home = openTestTasks();
    const { id } = await home.build();
    await home.inTx(async (tx) => {
      unwrap(await tasksWithin(tx).comment({ task: id, text: 'seen' }, act));
      unwrap(await tasksWithin(tx).proposeFollowUp({ taskId: id, title: 'More' }, act));
      return err('no');
    });
    expect((await home.tasks.queries.comments(id)).total).toBe(0);
    await home.inTx((tx) => tasksWithin(tx).comment({ task: id, text: 'kept' }, act));
    expect((await home.tasks.queries.comments(id)).items).toMatchObject([{ author: 'orchestrator', text: 'kept' }]);
  });
});
