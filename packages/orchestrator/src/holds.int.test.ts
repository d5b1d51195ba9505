import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentsConfigKeys } from '@cw/agents';
import { createConfigModule } from '@cw/config';
import { unwrap } from '@cw/kernel';
import { createMessagesModule } from '@cw/messages';
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
  const useProgram = async (value: string, scope: 'workspace' | 'task' = 'workspace', scopeId = '') =>
    unwrap(await config.commands.set({ key: 'agents.claude.command', value, scope, scopeId }, testAct));
  await useProgram(program);
  return {
    ...space,
    program,
    useProgram,
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
  rmSync(space.program);
});
