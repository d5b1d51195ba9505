import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { describe, expect, test } from 'vitest';
import { openTestTasks, testHolder } from '../testing.ts';

const day = 86_400_000;

describe('what is deferred', () => {
  test('is offered from its date on without anybody touching it, and all below it with it', async () => {
    let now = Date.UTC(2026, 0, 1);
    using home = openTestTasks({ clock: { now: () => now } });
    const parent = await home.build({ title: 'parent', defer: '2d' });
    const middle = await home.build({ title: 'middle', parent: parent.id });
    const leaf = await home.build({ title: 'leaf', parent: middle.id, defer: '1d' });
    const free = await home.build({ title: 'free' });
    const ready = async () => unwrap(await home.tasks.queries.ready({})).items.map(({ title }) => title);
    expect(await ready()).toEqual(['free']);
    expect(await home.get(leaf.id)).toMatchObject({ ready: false, state: 'waiting' });
    expect(unwrap(await home.tasks.queries.explain({})).items.find(({ id }) => id === leaf.id)?.reasons).toEqual([
      { why: 'deferred', until: new Date(now + 2 * day).toISOString(), by: parent.id },
    ]);
    expect(await home.tasks.commands.claim({ task: leaf.id, holder: testHolder }, testAct)).toMatchObject({
      error: { kind: 'task.not-ready', reasons: [{ why: 'deferred' }] },
    });
    now += 2 * day;
    expect(await ready()).toEqual(['leaf', 'free']);
    unwrap(await home.tasks.commands.update({ task: free.id, defer: 'tomorrow', holder: testHolder }, testAct));
    expect(await ready()).toEqual(['leaf']);
    unwrap(await home.tasks.commands.update({ task: free.id, defer: null, holder: testHolder }, testAct));
    expect(await ready()).toEqual(['leaf', 'free']);
  });
});

describe('explain', () => {
  test('tells every reason of every other unfinished task', async () => {
    using home = openTestTasks();
    const { commands, queries } = home.tasks;
    const failed = await home.build({ title: 'failed' });
    unwrap(await commands.close({ task: failed.id, outcome: 'failed', holder: testHolder }, testAct));
    const open = await home.build({ title: 'open', priority: 'P3' });
    const waits = await home.build({ title: 'waits', needs: [failed.id, open.id], requiresPlan: true });
    const handler = await home.build({ title: 'handler', dependencies: [{ on: open.id, type: 'on-failure' }] });
    const epic = await home.build({ title: 'epic', type: 'epic' });
    const blocked = await home.build({ title: 'blocked' });
    unwrap(await commands.update({ task: blocked.id, status: 'blocked', reason: 'why', holder: testHolder }, testAct));
    const held = await home.build({ title: 'held' });
    unwrap(await commands.claim({ task: held.id, holder: testHolder }, testAct));
    const { items, total } = unwrap(await queries.explain({}));
    expect(total).toBe(5);
    expect(Object.fromEntries(items.map(({ title, reasons }) => [title, reasons]))).toEqual({
      waits: [
        {
          why: 'waits',
          for: [
            { id: failed.id, reason: 'failed' },
            { id: open.id, reason: 'open' },
          ].sort((a, b) => (a.id < b.id ? -1 : 1)),
        },
        { why: 'plan' },
      ],
      handler: [{ why: 'waits', for: [{ id: open.id, reason: 'open' }] }],
      epic: [{ why: 'epic', needsBreakdown: true }],
      blocked: [{ why: 'status', status: 'blocked', reason: 'why' }],
      held: [{ why: 'status', status: 'in_progress', reason: null }],
    });
    expect((await queries.needsBreakdown()).items.map(({ id }) => id)).toEqual([epic.id]);
    expect(unwrap(await queries.explain({ waiting: true })).items.map(({ id }) => id)).toEqual([waits.id, handler.id]);
    unwrap(await commands.close({ task: open.id, holder: testHolder }, testAct));
    expect((await home.get(handler.id)).blockers).toEqual([{ id: open.id, reason: 'not-failed' }]);
    unwrap(await commands.reopen({ task: failed.id }, testAct));
    unwrap(await commands.close({ task: failed.id, holder: testHolder }, testAct));
    expect((await home.get(waits.id)).blockers).toEqual([]);
  });

  test('goes on where the page before ended', async () => {
    using home = openTestTasks();
    const blocker = await home.build();
    for (const title of ['a', 'b', 'c']) await home.build({ title, needs: [blocker.id] });
    const first = unwrap(await home.tasks.queries.explain({ limit: 2 }));
    const rest = unwrap(await home.tasks.queries.explain({ limit: 2, cursor: first.nextCursor ?? '' }));
    expect([...first.items, ...rest.items].map(({ title }) => title)).toEqual(['a', 'b', 'c']);
    expect(rest.nextCursor).toBeNull();
  });
});

test('a task that waits for any child of another begins when the first of them is closed', async () => {
  using home = openTestTasks();
  const parent = await home.build();
  const [first] = [await home.build({ parent: parent.id }), await home.build({ parent: parent.id })];
  const any = await home.build({ dependencies: [{ on: parent.id, type: 'waits-for', gate: 'any' }] });
  const all = await home.build({ dependencies: [{ on: parent.id, type: 'waits-for' }] });
  expect(any.dependencies).toEqual([{ type: 'waits-for', id: parent.id, gate: 'any' }]);
  expect([any.ready, all.ready]).toEqual([false, false]);
  unwrap(await home.tasks.commands.close({ task: first.id, holder: testHolder }, testAct));
  expect([(await home.get(any.id)).ready, (await home.get(all.id)).ready]).toEqual([true, false]);
  const edge = { task: any.id, on: parent.id, type: 'blocks', gate: 'any' } as const;
  expect(await home.tasks.commands.addDependency(edge, testAct)).toMatchObject({ error: { kind: 'task.bad-gate' } });
});
