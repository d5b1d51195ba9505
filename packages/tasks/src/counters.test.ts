import { testAct } from '@cw/storage/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dependencyTypes, taskOutcomes } from './model/task-view.ts';
import { openTestTasks, type TestTasks, testHolder } from './testing.ts';

const size = 7;
const one = fc.nat(size - 1);

const change = fc.oneof(
  fc.record({ do: fc.constant('need' as const), task: one, on: one, type: fc.constantFrom(...dependencyTypes) }),
  fc.record({ do: fc.constant('unneed' as const), task: one, on: one }),
  fc.record({ do: fc.constant('parent' as const), task: one, on: fc.option(one) }),
  fc.record({ do: fc.constant('close' as const), task: one, outcome: fc.constantFrom(...taskOutcomes) }),
  fc.record({ do: fc.constant('reopen' as const), task: one }),
  fc.record({ do: fc.constant('block' as const), task: one }),
  fc.record({ do: fc.constant('open' as const), task: one }),
  fc.record({ do: fc.constant('claim' as const), task: one }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

async function make(home: TestTasks, ids: readonly string[], wanted: Change): Promise<void> {
  const { commands } = home.tasks;
  const task = ids[wanted.task] ?? '';
  switch (wanted.do) {
    case 'need':
      await commands.addDependency({ task, on: ids[wanted.on] ?? '', type: wanted.type }, testAct);
      return;
    case 'unneed':
      await commands.removeDependency({ task, on: ids[wanted.on] ?? '' }, testAct);
      return;
    case 'parent': {
      const parent = wanted.on === null ? null : (ids[wanted.on] ?? '');
      await commands.update({ task, parent, holder: testHolder }, testAct);
      return;
    }
    case 'close':
      await commands.close({ task, outcome: wanted.outcome, force: true, holder: testHolder }, testAct);
      return;
    case 'reopen':
      await commands.reopen({ task }, testAct);
      return;
    case 'block':
      await commands.update({ task, status: 'blocked', reason: 'test', holder: testHolder }, testAct);
      return;
    case 'open':
      await commands.update({ task, status: 'open', holder: testHolder }, testAct);
      return;
    case 'claim':
      await commands.claim({ task, holder: testHolder }, testAct);
  }
}

type Row = {
  id: string;
  status: string;
  outcome: string | null;
  parent: string | null;
  open_blockers: number;
  open_children: number;
  held: number;
};
type Edge = { task: string; on: string; type: string };

async function read(home: TestTasks): Promise<{ tasks: Map<string, Row>; edges: readonly Edge[] }> {
  const rows = await home.storage.read.all<Row>(
    `SELECT t.id, t.status, t.outcome, p.id AS parent, t.open_blockers, t.open_children, t.held
     FROM tasks t LEFT JOIN tasks p ON p.n = t.parent_n`,
  );
  const edges = await home.storage.read.all<Edge>(
    `SELECT t.id AS task, o.id AS "on", d.type FROM task_dependencies d
     JOIN tasks t ON t.n = d.task_n JOIN tasks o ON o.n = d.on_n`,
  );
  return { tasks: new Map(rows.map((row) => [row.id, row])), edges };
}

/** The counters told from nothing but statuses, parents and dependencies. */
function recount(tasks: ReadonlyMap<string, Row>, edges: readonly Edge[]) {
  const children = (id: string) => [...tasks.values()].filter((row) => row.parent === id && row.status !== 'closed');
  const unmet = ({ on, type }: Edge) => {
    const other = tasks.get(on);
    if (type === 'blocks') return other?.status !== 'closed' || other.outcome === 'failed';
    if (type === 'on-failure') return !(other?.status === 'closed' && other.outcome === 'failed');
    return type === 'waits-for' && children(on).length > 0;
  };
  const blockers = (id: string) => edges.filter((edge) => edge.task === id && unmet(edge)).length;
  const held = (id: string): boolean => {
    const parent = tasks.get(tasks.get(id)?.parent ?? '');
    if (!parent || parent.status === 'closed') return false;
    return parent.status === 'blocked' || blockers(parent.id) > 0 || held(parent.id);
  };
  return [...tasks.keys()].map((id) => ({ id, blockers: blockers(id), children: children(id).length, held: held(id) }));
}

/** Whether everything could ever be done, were all tasks open: a round that finishes nothing is a deadlock. */
function canAllBeDone(tasks: ReadonlyMap<string, Row>, edges: readonly Edge[]): boolean {
  const done = new Set<string>();
  const childrenOf = (id: string) => [...tasks.values()].filter((row) => row.parent === id).map((row) => row.id);
  const ownMet = (id: string) =>
    edges
      .filter((edge) => edge.task === id)
      .every(({ on, type }) => {
        if (type === 'waits-for') return childrenOf(on).every((child) => done.has(child));
        return type !== 'blocks' && type !== 'on-failure' ? true : done.has(on);
      });
  const mayBegin = (id: string): boolean => {
    const parent = tasks.get(id)?.parent ?? null;
    return ownMet(id) && (parent === null || mayBegin(parent));
  };
  for (let before = -1; before !== done.size; ) {
    before = done.size;
    for (const id of tasks.keys()) {
      if (mayBegin(id) && childrenOf(id).every((child) => done.has(child))) done.add(id);
    }
  }
  return done.size === tasks.size;
}

test('whatever is done to tasks, the counters equal a recount and no circle comes about', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 40 }), async (changes) => {
      using home = openTestTasks();
      const ids: string[] = [];
      for (let index = 0; index < size; index += 1) ids.push((await home.build()).id);
      for (const wanted of changes) await make(home, ids, wanted);
      const { tasks, edges } = await read(home);
      const counted = [...tasks.values()].map((row) => ({
        id: row.id,
        blockers: row.open_blockers,
        children: row.open_children,
        held: row.held === 1,
      }));
      expect(counted).toEqual(recount(tasks, edges));
      expect(canAllBeDone(tasks, edges)).toBe(true);
    }),
    { numRuns: 40 },
  );
});
