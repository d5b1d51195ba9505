import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openTestTasks, type TestTasks, testHolder } from '../testing.ts';

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

/** What one task of a random workspace is, and what becomes of it; `parent` and `on` count back among those before it. */
const anyTask = fc.record({
  type: fc.constantFrom('task', 'task', 'epic'),
  defer: fc.constantFrom(undefined, undefined, '2d'),
  requiresPlan: fc.constantFrom(false, false, true),
  parent: fc.option(fc.integer({ min: 1, max: 8 })),
  on: fc.option(fc.integer({ min: 1, max: 8 })),
  dependency: fc.constantFrom('blocks', 'on-failure', 'waits-for', 'related'),
  fate: fc.constantFrom('none', 'none', 'claimed', 'blocked', 'done', 'failed'),
});

/** Writes random tasks; what the rules refuse is left out. */
async function buildAny({ tasks: { commands } }: TestTasks, seed: number): Promise<void> {
  const ids: string[] = [];
  const back = (steps: number | null) => (steps === null ? undefined : ids.at(-steps));
  for (const { parent, on, dependency, fate, ...fields } of fc.sample(anyTask, { numRuns: 60, seed })) {
    const needed = back(on);
    const dependencies = needed === undefined ? [] : [{ on: needed, type: dependency }];
    const made = await commands.create({ title: 'Any', ...fields, parent: back(parent), dependencies }, testAct);
    if (!made.ok) continue;
    ids.push(made.value.id);
    const task = { task: made.value.id, holder: testHolder };
    if (fate === 'claimed') await commands.claim(task, testAct);
    if (fate === 'blocked') await commands.update({ ...task, status: 'blocked', reason: 'why' }, testAct);
    if (fate === 'done' || fate === 'failed') await commands.close({ ...task, outcome: fate, force: true }, testAct);
  }
}

test.each([1, 2, 3])(
  'each unfinished task is either ready or explained, for every reason (workspace %i)',
  async (seed) => {
    using home = openTestTasks();
    await buildAny(home, seed);
    const { queries } = home.tasks;
    const ready = unwrap(await queries.ready({ all: true })).items.map(({ id }) => id);
    const explained = unwrap(await queries.explain({ limit: 100 })).items;
    const unfinished = unwrap(await queries.list({ limit: 100 })).items.map(({ id }) => id);
    expect([...ready, ...explained.map(({ id }) => id)].sort()).toEqual([...unfinished].sort());
    for (const { reasons } of explained) {
      expect(reasons.length).toBeGreaterThan(0);
      for (const reason of reasons) if (reason.why === 'waits') expect(reason.for.length).toBeGreaterThan(0);
    }
  },
);
