import { type Result, unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dependencyTypes, taskOutcomes, waitGates } from './model/task-view.ts';
import { listDispatchable } from './queries/list-dispatchable.ts';
import { openTestTasks, type TestTasks, testHolder } from './testing.ts';

const cancel = (home: TestTasks, task: string, force = false) =>
  home.tasks.commands.close({ task, outcome: 'cancelled', force, holder: testHolder }, testAct);
const remove = (home: TestTasks, task: string) =>
  home.tasks.commands.delete({ tasks: [task], cascade: true, holder: testHolder }, testAct);

async function assigned(home: TestTasks, ids: readonly string[]): Promise<void> {
  unwrap(await home.tasks.commands.assign({ tasks: ids }, testAct));
}

describe('what was given up keeps waiting what needs it', () => {
  test.each(['blocks', 'waits-for', 'on-failure'] as const)('by %s, cancelled or in the trash', async (type) => {
    using home = openTestTasks();
    const [gone, binned] = [await home.build({ title: 'Gone' }), await home.build({ title: 'Binned' })];
    const waiting = await home.build({ title: 'Waiting' });
    for (const on of [gone.id, binned.id]) {
      unwrap(await home.tasks.commands.addDependency({ task: waiting.id, on, type }, testAct));
    }
    const closed = unwrap(await cancel(home, gone.id));
    expect(closed.consequences).toMatchObject({
      waiting: [{ id: waiting.id, title: 'Waiting' }],
      begins: [],
      ready: [],
    });
    expect(unwrap(await remove(home, binned.id)).consequences.waiting).toMatchObject([{ id: waiting.id }]);
    const given = type === 'on-failure' ? 'not-failed' : 'cancelled';
    expect(new Set((await home.get(waiting.id)).blockers)).toEqual(
      new Set([
        { id: gone.id, reason: given },
        { id: binned.id, reason: 'deleted' },
      ]),
    );
    for (const on of [gone.id, binned.id]) {
      unwrap(await home.tasks.commands.removeDependency({ task: waiting.id, on }, testAct));
    }
    expect((await home.get(waiting.id)).ready).toBe(true);
  });

  test('and a failed task in the trash starts nothing that runs when it fails', async () => {
    using home = openTestTasks();
    const failing = await home.build();
    const handler = await home.build();
    unwrap(await home.tasks.commands.addDependency({ task: handler.id, on: failing.id, type: 'on-failure' }, testAct));
    const failed = { task: failing.id, outcome: 'failed', holder: testHolder } as const;
    expect(unwrap(await home.tasks.commands.close(failed, testAct)).consequences.ready).toMatchObject([
      { id: handler.id },
    ]);
    unwrap(await remove(home, failing.id));
    expect((await home.get(handler.id)).ready).toBe(false);
    expect(unwrap(await home.tasks.commands.restore({ task: failing.id }, testAct)).consequences.ready).toMatchObject([
      { id: handler.id },
    ]);
  });

  test('below it too, until it is opened again', async () => {
    using home = openTestTasks();
    const parent = await home.build();
    const child = await home.build({ parent: parent.id });
    expect(unwrap(await cancel(home, parent.id, true)).consequences.waiting).toMatchObject([{ id: child.id }]);
    expect(await home.get(child.id)).toMatchObject({
      ready: false,
      blockers: [{ id: parent.id, reason: 'cancelled' }],
    });
    const opened = unwrap(await home.tasks.commands.reopen({ task: parent.id }, testAct));
    expect(opened.consequences.ready).toMatchObject([{ id: child.id }]);
  });

  test('and a parent whose last open part was given up is taken off the queue, which can be undone', async () => {
    using home = openTestTasks();
    const project = await home.addProject('app');
    const parent = await home.build({ project, title: 'Parent' });
    const [done, dropped] = [
      await home.build({ project, parent: parent.id }),
      await home.build({ project, parent: parent.id }),
    ];
    const after = await home.build({ project, title: 'After' });
    const waits = { task: after.id, on: parent.id, type: 'waits-for' } as const;
    unwrap(await home.tasks.commands.addDependency(waits, testAct));
    await assigned(home, [parent.id, after.id]);
    unwrap(await home.tasks.commands.close({ task: done.id, holder: testHolder }, testAct));
    const change = { tasks: [dropped.id], change: { kind: 'delete' }, holder: testHolder } as const;
    const { steps, consequences } = unwrap(await home.tasks.commands.changeTasks(change, testAct));
    expect(consequences).toMatchObject({ begins: [], unqueued: [{ id: parent.id }, { id: after.id }] });
    expect(await listDispatchable(home.storage.read, {})).toEqual([]);
    expect((await home.get(parent.id)).ready).toBe(true);
    unwrap(await home.tasks.commands.undoChanges({ steps }, testAct));
    expect(await home.get(parent.id)).toMatchObject({ dispatch: 'assigned', ready: false });
    const finished = unwrap(await home.tasks.commands.close({ task: dropped.id, holder: testHolder }, testAct));
    expect(finished.consequences.begins).toMatchObject([{ id: parent.id }, { id: after.id }]);
  });

  test('where one child done is enough, a cancelled one is not', async () => {
    using home = openTestTasks();
    const parent = await home.build({ type: 'epic' });
    const [first, second] = [await home.build({ parent: parent.id }), await home.build({ parent: parent.id })];
    await home.build({ parent: parent.id });
    const any = await home.build();
    const waits = { task: any.id, on: parent.id, type: 'waits-for', gate: 'any' } as const;
    unwrap(await home.tasks.commands.addDependency(waits, testAct));
    unwrap(await cancel(home, first.id));
    expect((await home.get(any.id)).ready).toBe(false);
    unwrap(await home.tasks.commands.close({ task: second.id, holder: testHolder }, testAct));
    expect((await home.get(any.id)).ready).toBe(true);
  });
});

const size = 7;
const one = fc.nat(size - 1);
const step = fc.oneof(
  fc.record({
    do: fc.constant('need' as const),
    task: one,
    on: one,
    type: fc.constantFrom(...dependencyTypes),
    gate: fc.constantFrom(...waitGates),
  }),
  fc.record({ do: fc.constant('close' as const), task: one, outcome: fc.constantFrom(...taskOutcomes) }),
  fc.record({ do: fc.constant('reopen' as const), task: one }),
  fc.record({ do: fc.constant('block' as const), task: one }),
  fc.record({ do: fc.constant('gate' as const), task: one }),
  fc.record({ do: fc.constant('assign' as const), task: one }),
  fc.record({ do: fc.constant('delete' as const), task: one }),
  fc.record({ do: fc.constant('restore' as const), task: one }),
  fc.record({ do: fc.constant('replan' as const), task: one, on: one, count: fc.nat(2) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Does a step; answers whether it gives work up. */
async function take(home: TestTasks, ids: readonly string[], wanted: Step): Promise<boolean> {
  const { commands } = home.tasks;
  const task = ids[wanted.task] ?? '';
  const on = 'on' in wanted ? (ids[wanted.on] ?? '') : '';
  const does: Readonly<Record<Step['do'], () => Promise<Result<unknown, unknown>>>> = {
    need: () => {
      const { type = 'blocks', gate } = wanted as Extract<Step, { do: 'need' }>;
      return commands.addDependency({ task, on, type, gate: type === 'waits-for' ? gate : undefined }, testAct);
    },
    close: () => {
      const { outcome } = wanted as Extract<Step, { do: 'close' }>;
      return commands.close({ task, outcome, force: true, holder: testHolder }, testAct);
    },
    reopen: () => commands.reopen({ task }, testAct),
    block: () => commands.update({ task, status: 'blocked', reason: 'test', holder: testHolder }, testAct),
    gate: () => commands.update({ task, gate: true, holder: testHolder }, testAct),
    assign: () => commands.assign({ tasks: [task] }, testAct),
    delete: () => remove(home, task),
    restore: () => commands.restore({ task }, testAct),
    replan: () => {
      const { count } = wanted as Extract<Step, { do: 'replan' }>;
      const tasks = Array.from({ length: count }, (_, index) => ({
        title: `New ${index}`,
        ...(index === 0 ? { replaces: on } : {}),
      }));
      return commands.replan({ task, reason: 'test', tasks }, testAct);
    },
  };
  await does[wanted.do]();
  const givesUp: readonly Step['do'][] = ['delete', 'replan'];
  return givesUp.includes(wanted.do) || (wanted.do === 'close' && wanted.outcome === 'cancelled');
}

test('whatever was done before, nothing starts because work was given up', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 40 }), async (steps) => {
      using home = openTestTasks();
      const project = await home.addProject('app');
      const ids: string[] = [];
      for (let index = 0; index < size; index += 1) ids.push((await home.build({ project })).id);
      const begins = async () => (await listDispatchable(home.storage.read, {})).map(({ id }) => id);
      for (const wanted of steps) {
        const before = new Set(await begins());
        const givesUp = await take(home, ids, wanted);
        if (givesUp) expect((await begins()).filter((id) => !before.has(id))).toEqual([]);
      }
    }),
    { numRuns: 25 },
  );
});
