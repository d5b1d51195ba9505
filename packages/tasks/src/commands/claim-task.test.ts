import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { fixedClock } from '@cw/testkit';
import { describe, expect, test } from 'vitest';
import type { TaskHolder } from '../model/claim-rules.ts';
import { openTestTasks, testHolder } from '../testing.ts';

const agent = (name: string): TaskHolder => ({ name, kind: 'agent' });

describe('claim', () => {
  test('a person holds it by name, without end', async () => {
    using home = openTestTasks();
    const { id } = await home.build();
    const claimed = unwrap(await home.tasks.commands.claim({ task: id, holder: testHolder }, testAct));
    expect(claimed).toMatchObject({ status: 'in_progress', lease: { holder: 'tess', expiresAt: null }, ready: false });
    expect(claimed.startedAt).not.toBeNull();
  });

  test('an agent holds it by a lease of five minutes, which claiming again renews', async () => {
    const clock = fixedClock();
    using home = openTestTasks({ clock });
    const { id } = await home.build();
    const first = unwrap(await home.tasks.commands.claim({ task: id, holder: agent('s1') }, testAct));
    expect(first.lease).toEqual({ holder: 's1', expiresAt: '2026-01-01T00:05:00.000Z' });
    clock.advance(60_000);
    const again = unwrap(await home.tasks.commands.claim({ task: id, holder: agent('s1') }, testAct));
    expect(again.lease).toEqual({ holder: 's1', expiresAt: '2026-01-01T00:06:00.000Z' });
    expect(again.revision).toBe(first.revision);
  });

  test('a second holder is told who holds it', async () => {
    using home = openTestTasks();
    const { id } = await home.build();
    unwrap(await home.tasks.commands.claim({ task: id, holder: agent('s1') }, testAct));
    for (const holder of [agent('s2'), testHolder]) {
      expect(await home.tasks.commands.claim({ task: id, holder }, testAct)).toMatchObject({
        ok: false,
        error: { kind: 'task.claimed', taskId: id, holder: 's1' },
      });
    }
  });

  test('what requires more than an agent is registered for is not handed to it, and the next one is', async () => {
    using home = openTestTasks();
    const { id } = await home.build({ title: 'needs a browser', priority: '0' });
    const other = await home.build({ title: 'needs nothing' });
    await home.inTx((tx) =>
      tx.run(`UPDATE task_bodies SET requires = '["browser","gpu"]'
      WHERE task_n = (SELECT n FROM tasks WHERE id = '${id}')`),
    );
    await home.inTx((tx) =>
      tx.run(`INSERT INTO agents (id, name, role, provider, capabilities, kind, registered_at, registered_by)
      VALUES ('ag_1', 'half', 'worker', 'other', '["gpu"]', 'outside', 1, 'tess'),
        ('ag_2', 'able', 'worker', 'other', '["browser","gpu"]', 'outside', 1, 'tess')`),
    );
    const claim = (holder: TaskHolder) => home.tasks.commands.claim({ task: id, holder }, testAct);
    for (const [name, lacks] of [
      ['session:half', ['browser']],
      ['unknown', ['browser', 'gpu']],
    ] as const) {
      const reasons = [{ why: 'requires', lacks, holder: name }];
      expect(await claim(agent(name))).toMatchObject({ error: { kind: 'task.not-ready', reasons } });
    }
    expect(unwrap(await home.tasks.commands.claimReady({ holder: agent('session:half') }, testAct))?.id).toBe(other.id);
    expect(unwrap(await home.tasks.commands.claimReady({ holder: agent('session:able') }, testAct))?.id).toBe(id);
    expect(unwrap(await claim(agent('session:able'))).lease?.holder).toBe('session:able');
  });

  test('of fifty sessions that ask at once, each task goes to exactly one', async () => {
    using home = openTestTasks();
    for (let index = 0; index < 20; index += 1) await home.build({ title: `Task ${index}` });
    const asked = Array.from({ length: 50 }, (_, index) =>
      home.tasks.commands.claimReady({ holder: agent(`s${index}`) }, testAct),
    );
    const got = (await Promise.all(asked)).map(unwrap).flatMap((task) => (task ? [task.id] : []));
    expect(new Set(got).size).toBe(20);
    expect(got.length).toBe(20);
  });

  test('claiming what is ready takes the most urgent, then the oldest, and nothing when there is nothing', async () => {
    const clock = fixedClock();
    using home = openTestTasks({ clock });
    await home.build({ title: 'later', priority: '1' });
    clock.advance(1000);
    await home.build({ title: 'urgent', priority: '0' });
    await home.build({ title: 'epic', type: 'epic', priority: '0' });
    const order: (string | undefined)[] = [];
    for (let round = 0; round < 3; round += 1) {
      order.push(unwrap(await home.tasks.commands.claimReady({ holder: testHolder }, testAct))?.title);
    }
    expect(order).toEqual(['urgent', 'later', undefined]);
  });

  test('what is not ready is refused with every reason', async () => {
    using home = openTestTasks();
    const blocker = await home.build();
    const parent = await home.build({ needs: [blocker.id] });
    const child = await home.build({ parent: parent.id });
    const refused = async (task: string) =>
      home.tasks.commands.claim({ task, holder: testHolder }, testAct).then((answer) => !answer.ok && answer.error);
    expect(await refused(parent.id)).toEqual({
      kind: 'task.not-ready',
      taskId: parent.id,
      reasons: [
        { why: 'waits', for: [{ id: blocker.id, reason: 'open' }] },
        { why: 'children', open: 1 },
      ],
    });
    expect(await refused(child.id)).toMatchObject({
      reasons: [{ why: 'waits', for: [{ id: blocker.id, reason: 'open' }] }],
    });
    unwrap(await home.tasks.commands.close({ task: blocker.id, holder: testHolder }, testAct));
    expect(await refused(blocker.id)).toMatchObject({ kind: 'task.already-closed' });
    expect(await refused(child.id)).toBe(false);
  });
});

describe('leases', () => {
  test('one that ran out frees its task, with an entry in the history', async () => {
    const clock = fixedClock();
    using home = openTestTasks({ clock });
    const { id } = await home.build();
    unwrap(await home.tasks.commands.claim({ task: id, holder: agent('s1') }, testAct));
    clock.advance(5 * 60_000);
    const taken = unwrap(await home.tasks.commands.claim({ task: id, holder: agent('s2') }, testAct));
    expect(taken.lease?.holder).toBe('s2');
    const types = (await home.tasks.queries.history(id)).items.map((entry) => entry.type);
    expect(types).toEqual(['task.created', 'task.claimed', 'task.lease-expired', 'task.claimed']);
  });

  test('time takes neither a person’s claim nor one that is renewed', async () => {
    const clock = fixedClock();
    using home = openTestTasks({ clock });
    const mine = await home.build();
    unwrap(await home.tasks.commands.claim({ task: mine.id, holder: testHolder }, testAct));
    clock.advance(365 * 24 * 3_600_000);
    expect(await home.tasks.commands.expireLeases(testAct)).toEqual([]);
    expect((await home.get(mine.id)).lease?.holder).toBe('tess');
  });
});

describe('release', () => {
  test('gives it back to everybody', async () => {
    using home = openTestTasks();
    const { id } = await home.build();
    unwrap(await home.tasks.commands.claim({ task: id, holder: testHolder }, testAct));
    const released = unwrap(await home.tasks.commands.release({ task: id, holder: testHolder }, testAct));
    expect(released).toMatchObject({ status: 'open', lease: null, ready: true });
    expect(await home.tasks.commands.release({ task: id, holder: testHolder }, testAct)).toMatchObject({
      error: { kind: 'task.not-held' },
    });
  });

  test('an agent cannot give back what another holds; a person can, and may ask to be refused', async () => {
    using home = openTestTasks();
    const { id } = await home.build();
    unwrap(await home.tasks.commands.claim({ task: id, holder: agent('s1') }, testAct));
    expect(await home.tasks.commands.release({ task: id, holder: agent('s2') }, testAct)).toMatchObject({
      error: { kind: 'task.claimed', holder: 's1' },
    });
    const release = (force: boolean) => home.tasks.commands.release({ task: id, holder: testHolder, force }, testAct);
    expect(await release(false)).toMatchObject({ error: { kind: 'task.claimed', holder: 's1' } });
    expect((await release(true)).ok).toBe(true);
  });
});
