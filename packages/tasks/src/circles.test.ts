import { testAct } from '@cw/storage/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findDependencyCycles } from './queries/find-dependency-cycles.ts';
import { openTestTasks } from './testing.ts';

const tasks = 5;
const one = fc.nat({ max: tasks - 1 });
const type = fc.constantFrom('blocks', 'blocks', 'parent-child', 'parent-child', 'waits-for', 'on-failure', 'related');
const edges = fc.array(fc.record({ task: one, on: one, type }), { maxLength: 14 });

test('whatever is accepted makes no circle, and a refusal tells the way round', async () => {
  await fc.assert(
    fc.asyncProperty(edges, async (wanted) => {
      using home = openTestTasks();
      const ids: string[] = [];
      for (let made = 0; made < tasks; made += 1) ids.push((await home.build()).id);
      for (const edge of wanted) {
        const [task = '', on = ''] = [ids[edge.task], ids[edge.on]];
        const added = await home.tasks.commands.addDependency({ task, on, type: edge.type as 'blocks' }, testAct);
        if (added.ok || edge.task === edge.on) continue;
        expect(added.error).toMatchObject({ kind: 'task.cycle', path: expect.arrayContaining([task]) });
      }
      expect(await findDependencyCycles(home.storage.read)).toEqual([]);
    }),
    { numRuns: 40 },
  );
});
