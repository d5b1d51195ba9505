import { chmodSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentsConfigKeys, createAgentsModule } from '@cw/agents';
import { createConfigModule } from '@cw/config';
import { unwrap } from '@cw/kernel';
import { createMessagesModule } from '@cw/messages';
import { systemClock } from '@cw/storage';
import { testAct } from '@cw/storage/testing';
import { waitFor } from '@cw/testkit';
import { expect, test } from 'vitest';
import { startWorkspace } from './testing.ts';

/** A workspace whose agents are a program of the test's own. */
async function startHolding() {
  const space = await startWorkspace();
  const { storage, tasks, project, agents } = space;
  const inbox = createMessagesModule({ storage });
  const program = join(storage.folder, 'agent');
  const config = createConfigModule({ storage }, agentsConfigKeys);
  const set = async (key: string, value: string) =>
    unwrap(await config.commands.set({ key, value, scope: 'workspace', scopeId: '' }, testAct));
  const useProgram = async (value: string, scope: 'workspace' | 'task' = 'workspace', scopeId = '') =>
    unwrap(await config.commands.set({ key: 'agents.claude.command', value, scope, scopeId }, testAct));
  await useProgram(program);
  return {
    ...space,
    program,
    useProgram,
    set,
    /** Has the loop look at everything once more. */
    wake: () => tasks.commands.create({ title: 'Wakes the loop' }, testAct),
    writeProgram: () => writeFileSync(program, '#!/bin/sh\nexit 3\n', { mode: 0o755 }),
    told: (kind: 'inbox.raised' | 'inbox.over') =>
      storage.read.all(
        "SELECT 1 FROM event_view WHERE type = ? AND json_extract(payload, '$.subject') LIKE 'cause:%'",
        [kind],
      ),
    items: async () => unwrap(await inbox.queries.listItems({ kind: 'hold' })).items.map(({ title }) => title),
    inbox,
    inWords: async (title: string) => {
      const task = unwrap(await tasks.commands.create({ title, project: project.id }, testAct));
      await space.assign(task);
      return task;
    },
    runsOf: async (taskId: string) => unwrap(await agents.queries.list({ taskId })).items,
  };
}

test('a missing program starts nothing and is one item, which is over once it is there', async () => {
  await using space = await startHolding();
  const tasks = [await space.inWords('First'), await space.inWords('Second'), await space.inWords('Third')];
  const scripted = await space.task('Needs none', 'true');
  await space.assign(scripted);
  await space.orchestrator.start('test');
  await space.until(scripted, 'closed');
  await waitFor(async () => (await space.items()).length > 0, { what: 'the item' });
  expect(await space.items()).toEqual([`No agent is started with Claude Code: ${space.program} does not exist`]);
  expect(await space.told('inbox.raised')).toHaveLength(1);
  for (const { id } of tasks) {
    expect(await space.runsOf(id)).toEqual([]);
    expect(await space.controls.waiting(id)).toMatchObject([{ why: 'program', hint: 'Install it.' }]);
  }
  space.writeProgram();
  const [item] = unwrap(await space.inbox.queries.listItems({ kind: 'hold' })).items;
  unwrap(await space.controls.answer({ item: item?.id ?? '', choice: 'retry', via: 'cli' }, testAct));
  const [first] = tasks;
  await waitFor(async () => (await space.runsOf(first?.id ?? '')).length > 0, { what: 'a run' });
  expect(await space.items()).toEqual([]);
});

test('an item that nobody answers is over as soon as its program can be executed', async () => {
  await using space = await startHolding();
  space.writeProgram();
  chmodSync(space.program, 0o644);
  const task = await space.inWords('Waits');
  await space.orchestrator.start('test');
  await waitFor(async () => (await space.items()).length > 0, { what: 'the item' });
  expect(await space.items()).toEqual([`No agent is started with Claude Code: ${space.program} cannot be executed`]);
  await space.orchestrator.stop();
  chmodSync(space.program, 0o755);
  const next = space.makeOrchestrator();
  await next.start('next');
  await waitFor(async () => (await space.told('inbox.over')).length === 1, { what: 'the end of the item' });
  expect((await space.runsOf(task.id)).length).toBeGreaterThan(0);
  await next.stop();
});

test('a task with a program of its own starts, whatever is missing for the others', async () => {
  await using space = await startHolding();
  const [held, own] = [await space.inWords('Held'), await space.inWords('Own')];
  const other = join(space.storage.folder, 'other');
  writeFileSync(other, '#!/bin/sh\nexit 3\n', { mode: 0o755 });
  await space.useProgram(other, 'task', own.id);
  await space.orchestrator.start('test');
  await waitFor(async () => (await space.runsOf(own.id)).length > 0, { what: 'a run' });
  await waitFor(async () => (await space.items()).length > 0, { what: 'the item' });
  expect(await space.runsOf(held.id)).toEqual([]);
});

test('a run whose program goes away while it is prepared waits for it, and is no attempt', async () => {
  await using space = await startHolding();
  space.writeProgram();
  const setupCommand = `rm -f '${space.program}'`;
  unwrap(await space.projects.commands.set({ project: space.project.id, setupCommand }, testAct));
  const task = await space.inWords('Prepared');
  await space.orchestrator.start('test');
  await waitFor(async () => (await space.items()).length > 0, { what: 'the item' });
  expect(await space.runsOf(task.id)).toMatchObject([{ step: 'spawn', outcome: null }]);
  expect(space.errors).toEqual([]);
  space.writeProgram();
  await waitFor(async () => (await space.runsOf(task.id))[0]?.outcome, { what: 'its end' });
  await waitFor(async () => (await space.items()).length === 0, { what: 'the end of the item' });
});

const minute = 60_000;

type Machine = { readonly freeMb: number; readonly freeBytes: number; readonly later: number };

/** A loop that finds the machine as the test says, at a time that the test moves on. */
async function startOn(space: Awaited<ReturnType<typeof startHolding>>, begin: Partial<Machine> = {}) {
  const machine = { freeMb: 1_000, freeBytes: 1_000_000_000, later: 0, ...begin };
  const orchestrator = space.makeOrchestrator(space.storage.transact, {
    measureRoom: () => ({ freeMb: machine.freeMb, load: 0 }),
    freeDisk: () => machine.freeBytes,
    clock: { now: () => systemClock.now() + machine.later },
  });
  await orchestrator.start('test');
  const looked = async () => {
    const since = systemClock.now() + machine.later;
    await space.wake();
    await waitFor(() => (orchestrator.lastRoundAt() ?? 0) > since, { what: 'a round' });
  };
  return {
    orchestrator,
    /** What is told at a later time, with that much left. */
    at: async (minutes: number, left: Partial<Omit<Machine, 'later'>> = {}) => {
      Object.assign(machine, left, { later: minutes * minute });
      // One round may have begun before.
      for (const _ of [1, 2]) await looked();
      return space.items();
    },
  };
}

test('memory that is low for a while is one item, and over once there is enough for good', async () => {
  await using space = await startHolding();
  const { orchestrator, at } = await startOn(space);
  const title = 'No more agents are started: less than 256 MB of memory are free';
  expect(await at(0, { freeMb: 100 })).toEqual([]);
  const task = await space.task('Wide', 'true');
  await space.assign(task);
  expect(await at(1)).toEqual([]);
  expect(await at(4)).toEqual([title]);
  await orchestrator.stop();
  const { orchestrator: next, at: then } = await startOn(space, { freeMb: 90, later: 5 * minute });
  expect(await then(5)).toEqual([title]);
  expect(await then(6, { freeMb: 500 })).toEqual([title]);
  await space.until(task, 'closed');
  expect(await then(12)).toEqual([]);
  expect([await space.told('inbox.raised'), await space.told('inbox.over')].map(({ length }) => length)).toEqual([
    1, 1,
  ]);
  await next.stop();
});

test('a disk that is almost full starts nothing, and is one item at once', async () => {
  await using space = await startHolding();
  const { orchestrator, at } = await startOn(space);
  const title = `No more agents are started: less than 100 MB are free on the disk of ${space.storage.folder}`;
  expect(await at(0, { freeBytes: 99_000_000 })).toEqual([title]);
  const task = await space.task('Waits', 'true');
  await space.assign(task);
  expect(await at(1)).toEqual([title]);
  expect(await space.runsOf(task.id)).toEqual([]);
  expect(await at(2, { freeBytes: 101_000_000 })).toEqual([title]);
  await space.until(task, 'closed');
  for (const [minutes, freeBytes] of [
    [3, 99_000_000],
    [4, 101_000_000],
  ] as const) {
    expect(await at(minutes, { freeBytes })).toEqual([title]);
  }
  expect(await at(10)).toEqual([]);
  await orchestrator.stop();
});

test('where there is no sandbox, that is one item for as long as something needs one', async () => {
  await using space = await startHolding();
  const { storage } = space;
  const nowhere = { PATH: '/nowhere', HOME: storage.folder };
  const agents = createAgentsModule({ home: storage.folder, storage, hostEnv: nowhere });
  const orchestrator = space.makeOrchestrator(storage.transact, { agents });
  await space.set('agents.sandbox', 'on');
  const tasks = [await space.task('First', 'true'), await space.task('Second', 'true')];
  await space.assign(...tasks);
  await orchestrator.start('test');
  await waitFor(async () => (await space.items()).length > 0, { what: 'the item' });
  expect(await space.items()).toEqual([expect.stringMatching(/^No agent is started that needs a sandbox: /)]);
  await space.set('agents.sandbox', 'off');
  for (const task of tasks) await space.until(task, 'closed');
  await waitFor(async () => (await space.items()).length === 0, { what: 'the end of the item' });
  expect(await space.told('inbox.raised')).toHaveLength(1);
  await orchestrator.stop();
});

test('nothing is started or merged in a project whose private clone is gone, until it is back', async () => {
  await using space = await startHolding();
  const { clone } = space.projects.paths(space.project.id);
  const aside = `${clone}.aside`;
  renameSync(clone, aside);
  const tasks = [await space.task('First', 'true'), await space.task('Second', 'true')];
  await space.assign(...tasks);
  await space.orchestrator.start('test');
  await waitFor(async () => (await space.items()).length > 0, { what: 'the item' });
  expect(await space.items()).toEqual([
    `Nothing is started or merged in sample: its private clone is gone or damaged (${clone})`,
  ]);
  for (const { id } of tasks) {
    expect(await space.runsOf(id)).toEqual([]);
    expect(await space.controls.waiting(id)).toMatchObject([{ why: 'clone' }]);
  }
  renameSync(aside, clone);
  await space.wake();
  for (const task of tasks) await space.until(task, 'closed');
  await waitFor(async () => (await space.items()).length === 0, { what: 'the end of the item' });
  expect(await space.told('inbox.raised')).toHaveLength(1);
});
