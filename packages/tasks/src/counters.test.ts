import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dependencyTypes, taskOutcomes, waitGates } from './model/task-view.ts';
import { checkTasks } from './queries/check-tasks.ts';
import { openTestTasks, type TestTasks, testHolder } from './testing.ts';

const size = 7;
const now = Date.parse('2026-06-01T00:00:00Z');
const dates = ['2026-01-01T00:00:00Z', '2026-07-01T00:00:00Z', '2026-08-01T00:00:00Z'];
const one = fc.nat(size - 1);

const change = fc.oneof(
  fc.record({
    do: fc.constant('need' as const),
    task: one,
    on: one,
    type: fc.constantFrom(...dependencyTypes),
    gate: fc.constantFrom(...waitGates),
  }),
  fc.record({ do: fc.constant('unneed' as const), task: one, on: one }),
  fc.record({ do: fc.constant('parent' as const), task: one, on: fc.option(one) }),
  fc.record({ do: fc.constant('close' as const), task: one, outcome: fc.constantFrom(...taskOutcomes) }),
  fc.record({ do: fc.constant('reopen' as const), task: one }),
  fc.record({ do: fc.constant('block' as const), task: one }),
  fc.record({ do: fc.constant('open' as const), task: one }),
  fc.record({ do: fc.constant('claim' as const), task: one }),
  fc.record({ do: fc.constant('delete' as const), task: one }),
  fc.record({ do: fc.constant('restore' as const), task: one }),
  fc.record({ do: fc.constant('defer' as const), task: one, until: fc.option(fc.constantFrom(...dates)) }),
  fc.record({ do: fc.constant('gate' as const), task: one, gate: fc.boolean() }),
  fc.record({ do: fc.constant('approve' as const), task: one }),
  fc.record({ do: fc.constant('label' as const), task: one, labels: fc.subarray(['a', 'b', 'ü', 'z"']) }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

async function make(home: TestTasks, ids: readonly string[], wanted: Change): Promise<void> {
  const { commands } = home.tasks;
  const task = ids[wanted.task] ?? '';
  switch (wanted.do) {
    case 'need':
      await commands.addDependency(
        {
          task,
          on: ids[wanted.on] ?? '',
          type: wanted.type,
          gate: wanted.type === 'waits-for' ? wanted.gate : undefined,
        },
        testAct,
      );
      return;
    case 'unneed':
      await commands.removeDependency({ task, on: ids[wanted.on] ?? '' }, testAct);
      return;
    case 'parent': {
      const parent = wanted.on === null ? null : (ids[wanted.on] ?? '');
      await commands.update({ task, parent, holder: testHolder }, testAct);
      return;
    }
    case 'gate':
      await commands.update({ task, gate: wanted.gate, holder: testHolder }, testAct);
      return;
    case 'approve':
      await commands.approveGate({ task }, testAct);
      return;
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
      return;
    case 'delete':
      await commands.delete({ tasks: [task], holder: testHolder, cascade: true }, testAct);
      return;
    case 'restore':
      await commands.restore({ task }, testAct);
      return;
    case 'defer':
      await commands.update({ task, defer: wanted.until, holder: testHolder }, testAct);
      return;
    case 'label':
      await commands.update({ task, labels: wanted.labels, holder: testHolder }, testAct);
  }
}

type Row = {
  id: string;
  status: string;
  outcome: string | null;
  parent: string | null;
  deleted: number | null;
  defer: number | null;
  open_blockers: number;
  open_children: number;
  closed_children: number;
  held: number;
  asleep: number | null;
  dependents: number;
  labels: string;
  written: string;
  /** 1: a gate that nobody has approved. */
  unapproved: number;
};
type Edge = { task: string; on: string; type: string; gate: string | null };

async function read(home: TestTasks): Promise<{ tasks: Map<string, Row>; edges: readonly Edge[] }> {
  const rows = await home.storage.read.all<Row>(
    `SELECT t.id, t.status, t.outcome, p.id AS parent, t.open_blockers, t.open_children, t.held, t.closed_children,
       t.deleted_at AS deleted, t.defer_until AS defer, t.asleep_until AS asleep, t.dependents, t.labels,
       (SELECT json_group_array(label ORDER BY label) FROM task_labels l WHERE l.task_n = t.n) AS written,
       EXISTS (SELECT 1 FROM task_bodies g WHERE g.task_n = t.n AND g.gate = 1 AND g.gate_approved_at IS NULL) AS unapproved
     FROM tasks t LEFT JOIN tasks p ON p.n = t.parent_n`,
  );
  const edges = await home.storage.read.all<Edge>(
    `SELECT t.id AS task, o.id AS "on", d.type, d.gate FROM task_dependencies d
     JOIN tasks t ON t.n = d.task_n JOIN tasks o ON o.n = d.on_n`,
  );
  return { tasks: new Map(rows.map((row) => [row.id, row])), edges };
}

/** Failed, cancelled, or in the trash. */
function isGivenUp(row: Row | undefined): boolean {
  return row !== undefined && (row.deleted !== null || row.outcome === 'failed' || row.outcome === 'cancelled');
}

/** What is kept told from nothing but statuses, dates, parents, labels and dependencies. */
function recount(tasks: ReadonlyMap<string, Row>, edges: readonly Edge[]) {
  const children = (id: string, closed: boolean) =>
    [...tasks.values()].filter(
      (row) => row.parent === id && row.deleted === null && (row.status === 'closed') === closed,
    ).length;
  const unmet = ({ on, type, gate }: Edge) => {
    const other = tasks.get(on);
    const gone = other?.deleted !== null;
    if (type === 'blocks') return other?.status !== 'closed' || isGivenUp(other) || other.unapproved === 1;
    if (type === 'on-failure') return !(other?.status === 'closed' && other.outcome === 'failed' && !gone);
    if (type !== 'waits-for') return false;
    const oneIsDone = [...tasks.values()].some(
      (row) => row.parent === on && row.status === 'closed' && !isGivenUp(row),
    );
    return isGivenUp(other) || (children(on, false) > 0 && !(gate === 'any' && oneIsDone));
  };
  const blockers = (id: string) => edges.filter((edge) => edge.task === id && unmet(edge)).length;
  const above = (id: string) => {
    const parent = tasks.get(tasks.get(id)?.parent ?? '');
    return parent && parent.status !== 'closed' && parent.deleted === null ? parent : undefined;
  };
  const held = (id: string): boolean => {
    if (isGivenUp(tasks.get(tasks.get(id)?.parent ?? ''))) return true;
    const parent = above(id);
    return parent !== undefined && (parent.status === 'blocked' || blockers(parent.id) > 0 || held(parent.id));
  };
  const asleep = (id: string): number =>
    Math.max(tasks.get(id)?.defer ?? 0, above(id) ? asleep(above(id)?.id ?? '') : 0);
  return [...tasks.values()].map(({ id, written }) => ({
    id,
    blockers: blockers(id),
    children: children(id, false),
    closed: children(id, true),
    held: held(id),
    asleep: asleep(id) || null,
    dependents: edges.filter(({ on, type }) => on === id && type !== 'related' && type !== 'discovered-from').length,
    labels: written,
  }));
}

/** Ids of what is ready, by the same facts and the time. */
function readyByHand(tasks: ReadonlyMap<string, Row>, counted: ReturnType<typeof recount>): readonly string[] {
  return counted
    .filter(({ id, blockers, children, held, asleep }) => {
      const row = tasks.get(id);
      return (
        row?.status === 'open' && row.deleted === null && blockers + children === 0 && !held && (asleep ?? 0) <= now
      );
    })
    .map(({ id }) => id)
    .sort();
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

test('whatever is done to tasks, what is kept equals a recount, ready is what is ready, and no circle comes about', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 40 }), async (changes) => {
      using home = openTestTasks({ clock: { now: () => now } });
      const ids: string[] = [];
      for (let index = 0; index < size; index += 1) ids.push((await home.build()).id);
      for (const wanted of changes) await make(home, ids, wanted);
      const { tasks, edges } = await read(home);
      const counted = [...tasks.values()].map((row) => ({
        id: row.id,
        blockers: row.open_blockers,
        children: row.open_children,
        closed: row.closed_children,
        held: row.held === 1,
        asleep: row.asleep,
        dependents: row.dependents,
        labels: row.labels,
      }));
      const expected = recount(tasks, edges);
      expect(counted).toEqual(expected);
      const scene = { home: '', read: home.storage.read, now, served: false, searchIndexAgrees: () => true };
      expect((await checkTasks(scene)).filter(({ check }) => check === 'tasks.counters')).toEqual([]);
      const ready = unwrap(await home.tasks.queries.ready({ limit: 100 }));
      expect(ready.items.map(({ id }) => id).sort()).toEqual(readyByHand(tasks, expected));
      expect(canAllBeDone(tasks, edges)).toBe(true);
    }),
    { numRuns: 40 },
  );
});
