import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sayWaitEnd, stepsForWaitEnd } from '../entry/say-wait-end.ts';
import { openTestTasks, type TestTasks, testHolder } from '../testing.ts';
import { countWaitingFor } from './count-waiting.ts';
import { findWaitEnds } from './find-wait-ends.ts';

const endsOf = async (home: TestTasks, id: string) =>
  (await findWaitEnds(home.storage.read, [id])).get(id)?.map(({ id: end, why, path }) => ({ id: end, why, path }));
const close = (home: TestTasks, task: string, outcome: 'done' | 'failed' | 'cancelled' = 'done') =>
  home.tasks.commands.close({ task, outcome, holder: testHolder }, testAct);

describe('what a task waits for in the end', () => {
  test('is at the end of its dependencies, with the way there, and what needs a person first', async () => {
    using home = openTestTasks();
    const gate = await home.build({ title: 'Design', gate: true });
    const middle = await home.build({ needs: [gate.id] });
    const busy = await home.build();
    const last = await home.build({ needs: [busy.id, middle.id] });
    unwrap(await close(home, gate.id));
    unwrap(await home.tasks.commands.claim({ task: busy.id, holder: testHolder }, testAct));
    expect(await endsOf(home, last.id)).toEqual([
      { id: gate.id, why: 'gate', path: [middle.id, gate.id] },
      { id: busy.id, why: 'in-progress', path: [busy.id] },
    ]);
    const [end] = (await findWaitEnds(home.storage.read, [last.id])).get(last.id) ?? [];
    expect(end && sayWaitEnd(end)).toBe(
      `it waits, in the end, for your approval of the result of “Design” (${gate.id})`,
    );
    expect(end && stepsForWaitEnd(end, last.id)).toMatchObject([{ command: 'task approve', args: [gate.id] }]);
    expect(await countWaitingFor(home.storage.read, gate.id)).toBe(2);
    expect(await countWaitingFor(home.storage.read, last.id)).toBe(0);
  });

  test.each([
    ['failed', 'failed'],
    ['cancelled', 'cancelled'],
  ] as const)('is what %s', async (outcome, why) => {
    using home = openTestTasks();
    const given = await home.build();
    const waiting = await home.build({ needs: [given.id] });
    unwrap(await close(home, given.id, outcome));
    expect(await endsOf(home, waiting.id)).toEqual([{ id: given.id, why, path: [given.id] }]);
    unwrap(await home.tasks.commands.delete({ tasks: [given.id], holder: testHolder }, testAct));
    expect(await endsOf(home, waiting.id)).toEqual([{ id: given.id, why: 'deleted', path: [given.id] }]);
  });

  test('goes by parents that wait, and by children of what is waited for', async () => {
    using home = openTestTasks();
    const first = await home.build();
    const epic = await home.build({ type: 'epic' });
    const [held, blocked] = [await home.build({ parent: epic.id }), await home.build({ parent: epic.id })];
    const after = await home.build({ needs: [epic.id] });
    unwrap(await home.tasks.commands.addDependency({ task: epic.id, on: first.id }, testAct));
    const why = { task: blocked.id, status: 'blocked', reason: 'Which colour?', holder: testHolder } as const;
    unwrap(await home.tasks.commands.update(why, testAct));
    expect(await endsOf(home, held.id)).toEqual([{ id: first.id, why: 'unassigned', path: [epic.id, first.id] }]);
    expect(await endsOf(home, after.id)).toEqual([
      { id: blocked.id, why: 'needs-you', path: [epic.id, blocked.id] },
      { id: first.id, why: 'unassigned', path: [epic.id, first.id] },
    ]);
    expect(await countWaitingFor(home.storage.read, blocked.id)).toBe(1);
    expect(await countWaitingFor(home.storage.read, first.id)).toBe(4);
  });

  test('may be the task itself, which has no plan, children or date, or nobody to do it', async () => {
    using home = openTestTasks();
    const self = async (fields: Parameters<typeof home.build>[0]) => {
      const { id } = await home.build(fields);
      return (await endsOf(home, id))?.map(({ why, path }) => [why, path.length]);
    };
    expect(await self({})).toEqual([['unassigned', 0]]);
    expect(await self({ type: 'epic' })).toEqual([['epic', 0]]);
    expect(await self({ requiresPlan: true })).toEqual([['plan', 0]]);
    expect(await self({ defer: '2099-01-01T00:00:00Z' })).toEqual([['deferred', 0]]);
  });

  test('is found at the end of a thousand tasks', async () => {
    using home = openTestTasks();
    const ids = Array.from({ length: 1_000 }, (_, index) => `tk_${String(index).padStart(12, '0')}`);
    await home.inTx(async (tx) => {
      for (const [index, id] of ids.entries()) {
        const row = `INSERT INTO tasks (n, id, title, status, created_at, updated_at, revision, priority, type, dispatch, labels)
          VALUES (?, ?, 'T', 'open', 0, 0, 1, 2, 'task', 'manual', '[]')`;
        await tx.run(row, [index + 1, id]);
        if (index > 0) {
          await tx.run("INSERT INTO task_dependencies (task_n, on_n, type, created_at) VALUES (?, ?, 'blocks', 0)", [
            index + 1,
            index,
          ]);
        }
      }
    });
    const [end, ...others] = (await endsOf(home, ids.at(-1) ?? '')) ?? [];
    expect(end).toMatchObject({ id: ids[0], why: 'unassigned' });
    expect(end?.path).toHaveLength(999);
    expect(others).toEqual([]);
    expect(await countWaitingFor(home.storage.read, ids[0] ?? '')).toBe(999);
  });

  test('there is one for whatever is open, is not ready and has not begun', async () => {
    const size = 6;
    const one = fc.nat(size - 1);
    const step = fc.record({
      task: one,
      on: one,
      does: fc.constantFrom('need', 'parent', 'close', 'cancel', 'fail', 'delete', 'gate', 'block'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
        using home = openTestTasks();
        const { commands, queries } = home.tasks;
        const ids: string[] = [];
        for (let index = 0; index < size; index += 1) ids.push((await home.build()).id);
        for (const wanted of steps) {
          const [task = '', on = ''] = [ids[wanted.task], ids[wanted.on]];
          const closing = (outcome: 'done' | 'failed' | 'cancelled') =>
            commands.close({ task, outcome, force: true, holder: testHolder }, testAct);
          const does: Readonly<Record<typeof wanted.does, () => Promise<unknown>>> = {
            need: () => commands.addDependency({ task, on }, testAct),
            parent: () => commands.update({ task, parent: on, holder: testHolder }, testAct),
            close: () => closing('done'),
            cancel: () => closing('cancelled'),
            fail: () => closing('failed'),
            delete: () => commands.delete({ tasks: [task], cascade: true, holder: testHolder }, testAct),
            gate: () => commands.update({ task, gate: true, holder: testHolder }, testAct),
            block: () => commands.update({ task, status: 'blocked', reason: 'r', holder: testHolder }, testAct),
          };
          await does[wanted.does]();
        }
        const open = unwrap(await queries.list({ limit: 100 })).items;
        const ends = await findWaitEnds(
          home.storage.read,
          open.map(({ id }) => id),
        );
        for (const { id, ready } of open) {
          const found = ends.get(id) ?? [];
          expect(found.length).toBeGreaterThan(0);
          if (ready) expect(found).toMatchObject([{ id, path: [] }]);
        }
      }),
      { numRuns: 40 },
    );
  });
});
