import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentsConfigKeys } from '@cw/agents';
import { createConfigModule } from '@cw/config';
import { unwrap } from '@cw/kernel';
import { systemClock } from '@cw/storage';
import { testAct } from '@cw/storage/testing';
import type { TaskView } from '@cw/tasks';
import { waitFor } from '@cw/testkit';
import { describe, expect, test } from 'vitest';
import { orchestratorConfigKeys } from './config-keys.ts';
import { startWorkspace } from './testing.ts';

type Commands = Awaited<ReturnType<typeof startWorkspace>>['tasks']['commands'];
type Fields = Partial<Parameters<Commands['create']>[0]>;

async function startDispatching() {
  const space = await startWorkspace(['true']);
  const { storage, tasks, orchestrator, project, controls } = space;
  const keys = [...agentsConfigKeys, ...orchestratorConfigKeys];
  const openFile = join(storage.folder, 'go');
  return {
    ...space,
    set: async (key: string, value: string) =>
      unwrap(
        await createConfigModule({ storage }, keys).commands.set(
          { key, value, scope: 'workspace', scopeId: '' },
          testAct,
        ),
      ),
    create: async (title: string, fields: Fields) =>
      unwrap(await tasks.commands.create({ title, script: 'true', project: project.id, ...fields }, testAct)),
    /** A script that ends when the test says so. */
    waits: `while [ ! -f '${openFile}' ]; do sleep 0.2; done`,
    letGo: () => writeFileSync(openFile, ''),
    whys: async ({ id }: TaskView) => (await controls.waiting(id)).map(({ why }) => why),
    runsOf: async ({ id }: TaskView) => unwrap(await space.agents.queries.list({ taskId: id })).items,
    /** Until the loop has looked at everything that was written before. */
    looked: async () => {
      const since = systemClock.now();
      await space.tasks.commands.create({ title: 'Wakes the loop' }, testAct);
      await waitFor(() => (orchestrator.lastRoundAt() ?? 0) > since, { what: 'a round' });
    },
  };
}

type Space = Awaited<ReturnType<typeof startDispatching>>;

const atWork = (space: Space, task: TaskView) =>
  waitFor(async () => (await space.runsOf(task)).some(({ step }) => step === 'running'), {
    what: `${task.title} runs`,
  });

test('nothing is started in a project that was removed', async () => {
  await using space = await startDispatching();
  const task = await space.create('Too late', {});
  await space.assign(task);
  unwrap(await space.projects.commands.remove({ project: 'sample' }, testAct));
  await space.orchestrator.start('test');
  await space.looked();
  expect(await space.runsOf(task)).toEqual([]);
  expect(await space.whys(task)).toEqual(['removed']);
});

describe('what is paused', () => {
  test.each([[undefined], ['sample']])('starts nothing new, and lets go on what is at work (%s)', async (project) => {
    await using space = await startDispatching();
    await space.set('orchestrator.maxConcurrent', '2');
    const [first, second] = [await space.create('First', { script: space.waits }), await space.create('Second', {})];
    await space.assign(first);
    await space.orchestrator.start('test');
    await atWork(space, first);
    unwrap(await space.controls.pause({ project, reason: 'lunch' }, testAct));
    await space.assign(second);
    await space.looked();
    expect(await space.runsOf(second)).toEqual([]);
    expect(await space.controls.waiting(second.id)).toMatchObject([{ why: 'paused', by: 'tess', reason: 'lunch' }]);
    space.letGo();
    await space.until(first, 'closed');
    unwrap(await space.controls.resume({ project }, testAct));
    await space.until(second, 'closed');
  });

  test('stays so for whoever dispatches next, is paused and resumed once, and not by a run', async () => {
    await using space = await startDispatching();
    const task = await space.create('Waits', {});
    await space.assign(task);
    for (const reason of ['why', undefined]) unwrap(await space.controls.pause({ reason }, testAct));
    const run = { actor: { kind: 'run', id: 'rn_1', name: 'rn_1' }, runId: 'rn_1' } as const;
    const refused = { error: { kind: 'dispatch.people-only' } };
    expect(await space.controls.resume({}, run)).toMatchObject(refused);
    expect(await space.controls.pause({ project: 'sample' }, run)).toMatchObject(refused);
    await space.orchestrator.start('test');
    await space.looked();
    await space.orchestrator.stop();
    const next = space.makeOrchestrator();
    await next.start('next');
    expect(await space.controls.pauses()).toMatchObject([{ projectId: null, reason: 'why', cause: 'person' }]);
    expect(await space.runsOf(task)).toEqual([]);
    for (const _ of [1, 2]) unwrap(await space.controls.resume({}, testAct));
    await space.until(task, 'closed');
    const told = await space.storage.read.all<{ type: string }>(
      "SELECT type FROM events WHERE type IN ('dispatch.paused', 'dispatch.resumed') ORDER BY seq",
    );
    expect(told.map(({ type }) => type)).toEqual(['dispatch.paused', 'dispatch.resumed']);
    await next.stop();
  });
});

test('tasks that declare the same files are not worked at together, and others are meanwhile', async () => {
  await using space = await startDispatching();
  await space.set('orchestrator.maxConcurrent', '3');
  const change = (file: string) => `echo x > ${file} && git add -A && git commit -q -m 'Add ${file}'`;
  const first = await space.create('First', { files: ['src/'], script: `${space.waits}; ${change('a')}` });
  const second = await space.create('Second', { files: ['src/b.ts'], script: change('b') });
  const other = await space.create('Other', { files: ['docs'], script: change('c') });
  await space.assign(first, second, other);
  await space.orchestrator.start('test');
  await space.until(other, 'closed');
  await atWork(space, first);
  expect(await space.controls.waiting(second.id)).toMatchObject([{ why: 'files', path: 'src/b.ts', taskId: first.id }]);
  expect(await space.runsOf(second)).toEqual([]);
  space.letGo();
  const [done] = [await space.until(first, 'closed'), await space.until(second, 'closed')];
  const [run] = await space.runsOf(second);
  expect(Date.parse(run?.createdAt ?? '')).toBeGreaterThanOrEqual(Date.parse(done.closedAt ?? ''));
});

test('no more agents are at work in a project than it takes, and what is urgent is started first', async () => {
  await using space = await startDispatching();
  await space.set('orchestrator.maxConcurrent', '3');
  await space.set('orchestrator.maxConcurrentPerProject', '1');
  const first = await space.create('First', { script: space.waits, priority: 'P0' });
  const later = await space.create('Later', { priority: 'P3' });
  const sooner = await space.create('Sooner', { priority: 'P1' });
  await space.assign(later, sooner, first);
  await space.orchestrator.start('test');
  await atWork(space, first);
  await space.looked();
  expect([await space.whys(later), await space.whys(sooner)]).toEqual([['no-place', 'queue'], ['no-place']]);
  const [, place] = await space.controls.waiting(later.id);
  expect(place).toMatchObject({ place: 2, message: 'it is 2nd in the queue' });
  space.letGo();
  await space.until(later, 'closed');
  const started = unwrap(await space.agents.queries.list({})).items.toReversed();
  expect(started.map(({ taskTitle }) => taskTitle)).toEqual(['First', 'Sooner', 'Later']);
});

test('what holds up most is started first where the strategy says so', async () => {
  await using space = await startDispatching();
  await space.set('orchestrator.strategy', 'critical-path');
  const urgent = await space.create('Urgent', { priority: 'P0' });
  const long = await space.create('Begins a chain', { priority: 'P3' });
  const last = await space.create('Ends it', { needs: [long.id], priority: 'P3' });
  await space.assign(urgent, long, last);
  await space.orchestrator.start('test');
  await space.until(last, 'closed');
  await space.until(urgent, 'closed');
  const started = unwrap(await space.agents.queries.list({})).items.toReversed();
  expect(started[0]?.taskTitle).toBe('Begins a chain');
});

test('a task that requires what nobody is capable of waits until somebody is', async () => {
  await using space = await startDispatching();
  const task = await space.create('Looks', { requires: ['browser'] });
  await space.assign(task);
  await space.orchestrator.start('test');
  await space.looked();
  expect(await space.controls.waiting(task.id)).toMatchObject([{ why: 'requires', missing: ['browser'] }]);
  await space.set('agents.capabilities', 'browser gpu');
  await space.until(task, 'closed');
});

test('what needs a gate is started once a person approved what came of it', async () => {
  await using space = await startDispatching();
  const gate = await space.create('Gate', { gate: true });
  const next = await space.create('Next', { needs: [gate.id] });
  await space.assign(gate, next);
  await space.orchestrator.start('test');
  await space.until(gate, 'closed');
  await space.looked();
  expect(await space.runsOf(next)).toEqual([]);
  unwrap(await space.tasks.commands.approveGate({ task: gate.id }, testAct));
  await space.until(next, 'closed');
});

test('nothing is started while the machine has no room, which is looked at only when something could be', async () => {
  await using space = await startDispatching();
  const room = { freeMb: 100, load: 0, looks: 0 };
  const measureRoom = () => {
    room.looks += 1;
    return room;
  };
  const orchestrator = space.makeOrchestrator(space.storage.transact, { measureRoom });
  await orchestrator.start('test');
  await waitFor(() => orchestrator.lastRoundAt() !== null, { what: 'a round' });
  expect(room.looks).toBe(0);
  const task = await space.create('Wide', {});
  await space.assign(task);
  await waitFor(() => room.looks > 0, { what: 'a look at the machine' });
  expect(await space.runsOf(task)).toEqual([]);
  room.freeMb = 1_000;
  unwrap(await space.tasks.commands.comment({ task: task.id, text: 'Now?' }, testAct));
  await space.until(task, 'closed');
  await orchestrator.stop();
});
