import type { TestStorage } from '@cw/storage/testing';
import { openTestTasks } from '@cw/tasks/testing';
import { expect, test } from 'vitest';
import { monitorProjects } from './monitor-projects.ts';

const now = Date.parse('2026-03-01T08:00:00Z');
const hour = 3_600_000;

const run = (storage: TestStorage, row: Readonly<Record<string, string | number | null>>) =>
  insert(storage, 'runs', { attempt: 1, role: 'worker', provider: 'script', step: 'running', created_at: now, ...row });
const agent = (storage: TestStorage, name: string) =>
  insert(storage, 'agents', {
    id: `ag_${name}`,
    name,
    role: 'worker',
    provider: 'script',
    capabilities: '[]',
    kind: 'own',
    registered_at: now,
    registered_by: 'cw',
  });
const merge = (storage: TestStorage, row: Readonly<Record<string, string | number | null>>) =>
  insert(storage, 'merge_requests', {
    run_id: 'rn_1',
    priority: 2,
    branch: 'b',
    head_sha: 's',
    target_branch: 'cw/next',
    verdict: 'pending',
    attempt: 1,
    created_at: now,
    ...row,
  });

function insert(storage: TestStorage, table: string, row: Readonly<Record<string, string | number | null>>) {
  const names = Object.keys(row);
  const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  return storage.transact((tx) => tx.run(sql, Object.values(row)));
}

test('a project is monitored by what its runs, tasks and merges are now', async () => {
  using home = openTestTasks({ clock: { now: () => now } });
  const { storage } = home;
  const id = await home.addProject('shop');
  const other = await home.addProject('blog');
  const [working, silent, resting, ready, merging, blocked, broken] = await Promise.all(
    ['works', 'is silent', 'rests', 'is ready', 'is merged', 'waits', 'failed'].map((title) =>
      home.build({ title, project: id }),
    ),
  );
  const set = (task: { readonly id: string } | undefined, change: string) =>
    storage.transact((tx) => tx.run(`UPDATE tasks SET ${change} WHERE id = ?`, [task?.id ?? '']));
  await set(resting, "status = 'in_progress', stage = 'resting'");
  await set(working, "status = 'in_progress', stage = 'working'");
  await set(ready, `dispatch = 'assigned', updated_at = ${now - 2 * hour}`);
  await set(blocked, "status = 'blocked'");
  for (const name of ['a', 'b']) await agent(storage, name);
  const costs = { cost_usd: 0.5, estimated: 1 };
  await run(storage, { id: 'rn_1', agent_id: 'ag_a', task_id: working?.id ?? '', project_id: id, ...costs });
  await run(storage, { id: 'rn_2', agent_id: 'ag_b', task_id: silent?.id ?? '', project_id: id, stall: 'shown' });
  const old = { created_at: now - 20 * hour, ended_at: now - 19 * hour, cost_usd: 3 };
  await run(storage, {
    id: 'rn_3',
    task_id: broken?.id ?? '',
    project_id: id,
    outcome: 'failed',
    reason: 'No.',
    ...old,
  });
  const at = { task_id: merging?.id ?? '', project_id: id };
  await merge(storage, { id: 'mr_1', ...at, state: 'merged', ended_at: now - hour });
  await merge(storage, { id: 'mr_2', ...at, state: 'queued', created_at: now - hour });

  const [shop, blog] = await monitorProjects(storage.read, now - 8 * hour);
  expect(shop).toEqual({
    projectId: id,
    projectName: 'shop',
    paused: false,
    working: 1,
    waiting: 0,
    stalled: 1,
    resting: 1,
    onHold: 1,
    needsYou: 1,
    toStart: 1,
    mergesQueued: 1,
    mergesHeld: 0,
    mergesInHand: 0,
    oldestWaitSince: '2026-03-01T06:00:00.000Z',
    costUsd: 0.5,
    costEstimated: true,
    lastMerge: {
      id: 'mr_1',
      taskId: merging?.id,
      taskTitle: 'is merged',
      reason: null,
      at: '2026-03-01T07:00:00.000Z',
    },
    lastFailure: { id: 'rn_3', taskId: broken?.id, taskTitle: 'failed', reason: 'No.', at: '2026-02-28T13:00:00.000Z' },
  });
  expect(blog).toMatchObject({
    projectId: other,
    working: 0,
    oldestWaitSince: null,
    lastMerge: null,
    lastFailure: null,
  });

  const asks = { id: 'ib_1', kind: 'question', subject: 'ask:1', run_id: 'rn_1', title: 'Which?', choices: '[]' };
  await insert(storage, 'inbox_items', { ...asks, state: 'open', created_at: now });
  expect(await monitorProjects(storage.read, now, id)).toMatchObject([
    { working: 0, waiting: 1, stalled: 1, needsYou: 2 },
  ]);

  await insert(storage, 'pauses', { scope: id, cause: 'person', paused_by: 'tess', paused_at: now });
  expect(
    (await monitorProjects(storage.read, now, id)).map(({ projectName, paused }) => [projectName, paused]),
  ).toEqual([['shop', true]]);
});
