import type { RunState, TaskState } from '@cw/kernel';
import type { TestStorage } from '@cw/storage/testing';
import { findWaitEnds } from '@cw/tasks';
import { openTestTasks } from '@cw/tasks/testing';
import { expect, test } from 'vitest';
import { countStates } from './queries/count-states.ts';

const now = Date.parse('2026-03-01T08:00:00Z');
const hour = 3_600_000;

type Values = Readonly<Record<string, string | number | null>>;
/** Rows of other rooms about the task, beside the columns of the task itself. */
type Scene = {
  readonly task: Values;
  readonly run?: Values;
  readonly ask?: true;
  readonly merge?: Values;
  readonly rest?: Values;
  readonly pause?: true;
};
type Told = {
  readonly state: TaskState;
  readonly pending?: string;
  readonly until?: number;
  readonly run?: RunState;
  readonly agent?: string;
};

const atWork = { status: 'in_progress', stage: 'working', lease_holder: 'rn_1' };
const resting = { status: 'in_progress', stage: 'resting' };
const ended = { ended_at: now, outcome: 'failed' };
const assigned = { dispatch: 'assigned', project_id: 'pr_1' };
const later = now + hour;

test.each<[string, Scene, Told]>([
  ['closed as done', { task: { status: 'closed', outcome: 'done' } }, { state: 'done' }],
  ['closed as failed', { task: { status: 'closed', outcome: 'failed' } }, { state: 'failed' }],
  ['closed as cancelled', { task: { status: 'closed', outcome: 'cancelled' } }, { state: 'cancelled' }],
  ['blocked', { task: { status: 'blocked', open_blockers: 1 } }, { state: 'needs-you' }],
  ['held by a person', { task: { status: 'in_progress', lease_holder: 'tess' } }, { state: 'in-progress' }],
  ['worked at', { task: atWork, run: {} }, { state: 'in-progress', run: 'in-progress', agent: 'working' }],
  [
    'worked at by an agent that asks',
    { task: atWork, run: {}, ask: true },
    { state: 'needs-you', run: 'needs-you', agent: 'waiting' },
  ],
  [
    'worked at by an agent that is silent',
    { task: atWork, run: { stall: 'shown' } },
    { state: 'in-progress', run: 'in-progress', agent: 'stalled' },
  ],
  [
    'worked at by an agent that was asked about its silence',
    { task: atWork, run: { stall: 'asked' } },
    { state: 'needs-you', run: 'needs-you', agent: 'stalled' },
  ],
  [
    'stopped by a question',
    { task: { status: 'blocked' }, run: { ended_at: now, outcome: 'needs-input' } },
    { state: 'needs-you', run: 'needs-you', agent: 'waiting' },
  ],
  [
    'left by an agent whose question was answered',
    { task: {}, run: { ended_at: now, outcome: 'needs-input' } },
    { state: 'ready', run: 'done', agent: 'idle' },
  ],
  [
    'stopped by a failure',
    { task: { status: 'blocked' }, run: ended },
    { state: 'needs-you', run: 'failed', agent: 'idle' },
  ],
  [
    'limited',
    { task: resting, run: ended, rest: { cause: 'limit', until: later } },
    { state: 'limited', pending: 'limit', until: later, run: 'limited', agent: 'on-hold' },
  ],
  [
    'waiting for a sign-in',
    { task: resting, run: ended, rest: { cause: 'login', until: null } },
    { state: 'limited', pending: 'limit', run: 'limited', agent: 'on-hold' },
  ],
  [
    'tried again later',
    { task: resting, run: ended, rest: { cause: 'program', until: later } },
    { state: 'waiting', pending: 'retry', until: later, run: 'failed', agent: 'on-hold' },
  ],
  [
    'in the merge queue',
    { task: { status: 'in_progress', stage: 'merging' }, merge: { state: 'queued' } },
    { state: 'merging' },
  ],
  [
    'in the merge queue, on hold',
    { task: { status: 'in_progress', stage: 'merging' }, merge: { state: 'held' } },
    { state: 'merging', pending: 'merge' },
  ],
  [
    'checked',
    { task: { status: 'in_progress', stage: 'merging' }, merge: { state: 'checking' } },
    { state: 'verifying' },
  ],
  ['ready', { task: {} }, { state: 'ready' }],
  ['assigned', { task: assigned }, { state: 'ready', pending: 'turn' }],
  ['assigned while its project is paused', { task: assigned, pause: true }, { state: 'ready', pending: 'pause' }],
  ['waiting for another', { task: { open_blockers: 1 } }, { state: 'waiting' }],
  [
    'assigned, and waiting for another',
    { task: { ...assigned, open_blockers: 1 }, pause: true },
    { state: 'waiting', pending: 'dependency' },
  ],
  ['under a parent that waits', { task: { held: 1 } }, { state: 'waiting' }],
  ['deferred', { task: { asleep_until: later } }, { state: 'waiting', pending: 'date', until: later }],
  ['deferred to a time that has come', { task: { asleep_until: now } }, { state: 'ready' }],
  ['without the plan it is to have', { task: { requires_plan: 1, plan_approved: 0 } }, { state: 'needs-plan' }],
  ['an epic', { task: { type: 'epic' } }, { state: 'open' }],
])('a task that is %s is shown so, with its run and its agent', async (_, scene, told) => {
  using home = openTestTasks({ clock: { now: () => now } });
  const { id } = await home.build();
  await put(home.storage, id, scene);
  const { run, agent, ...rest } = told;
  expect(await home.storage.read.get('SELECT state, pending, pending_until AS until FROM task_state_view')).toEqual({
    pending: null,
    until: null,
    ...rest,
  });
  expect(await home.storage.read.get('SELECT state AS run, agent FROM run_state_view')).toEqual(
    run === undefined ? undefined : { run, agent },
  );
  expect(await home.get(id)).toMatchObject({ state: told.state, pending: told.pending ? { why: told.pending } : null });
});

async function put(storage: TestStorage, id: string, { task, run, ask, merge, rest, pause }: Scene): Promise<void> {
  await storage.transact((tx) =>
    tx.run(
      `UPDATE tasks SET ${Object.entries({ id, ...task })
        .map(([name, value]) => `${name} = ${value === null ? 'NULL' : `'${value}'`}`)
        .join(', ')}`,
    ),
  );
  const of = { task_id: id, project_id: 'pr_1' };
  if (run)
    await insert(storage, 'runs', {
      id: 'rn_1',
      ...of,
      attempt: 1,
      role: 'worker',
      provider: 'claude',
      step: 'running',
      created_at: now,
      ...run,
    });
  if (ask)
    await insert(storage, 'inbox_items', {
      id: 'ib_1',
      kind: 'question',
      subject: 'ask:1',
      run_id: 'rn_1',
      title: 'Which?',
      choices: '[]',
      state: 'open',
      created_at: now,
    });
  if (merge)
    await insert(storage, 'merge_requests', {
      id: 'mr_1',
      ...of,
      run_id: 'rn_1',
      priority: 2,
      branch: 'b',
      head_sha: 's',
      target_branch: 'cw/next',
      verdict: 'pending',
      attempt: 1,
      created_at: now,
      ...merge,
    });
  if (rest) await insert(storage, 'rests', { task_id: id, run_id: 'rn_1', since: now, ...rest });
  if (pause) await insert(storage, 'pauses', { scope: 'pr_1', cause: 'person', paused_by: 'tess', paused_at: now });
}

function insert(storage: TestStorage, table: string, row: Values): Promise<unknown> {
  const names = Object.keys(row);
  const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  return storage.transact((tx) => tx.run(sql, Object.values(row)));
}

test('states are counted, in all and of a project', async () => {
  using home = openTestTasks({ clock: { now: () => now } });
  const shop = await home.addProject('shop');
  await home.build({ project: await home.addProject('blog') });
  await home.build({ project: shop });
  const counts = await countStates(home.storage.read);
  expect(counts).toMatchObject({ tasks: { ready: 2, 'needs-you': 0 }, queued: 0, onHold: 0, running: 0 });
  expect(counts.agents).toEqual({ working: 0, waiting: 0, stalled: 0, 'on-hold': 0, idle: 0, offline: 0 });
  expect(await countStates(home.storage.read, shop)).toMatchObject({ tasks: { ready: 1 } });
});

test.each<[string, Scene, string]>([
  ['asks something', { task: atWork, run: {}, ask: true }, 'needs-you'],
  ['is worked at', { task: atWork, run: {} }, 'in-progress'],
  ['has its merge on hold', { task: { ...atWork, stage: 'merging' }, merge: { state: 'held' } }, 'merge-on-hold'],
  ['is checked', { task: { ...atWork, stage: 'merging' }, merge: { state: 'checking' } }, 'merging'],
  ['rests', { task: resting, run: ended, rest: { cause: 'program', until: later } }, 'resting'],
])('what waits for a task that %s says the same of it', async (_, scene, why) => {
  using home = openTestTasks({ clock: { now: () => now } });
  const { id } = await home.build();
  await put(home.storage, id, scene);
  const waiting = await home.build({ needs: [id] });
  expect((await findWaitEnds(home.storage.read, [waiting.id])).get(waiting.id)).toMatchObject([{ id, why }]);
});
