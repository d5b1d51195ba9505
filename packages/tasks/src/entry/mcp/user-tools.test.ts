import { adviceForTools, type FolderProject } from '@cw/entry';
import type { UserContext } from '@cw/entry/mcp';
import { type Clock, randomId } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { fixedClock } from '@cw/testkit';
import { expect, test } from 'vitest';
import { openTestTasks, type TestTasks } from '../../testing.ts';
import { taskRefusal } from '../refusals.ts';
import { keepClaims, userTools } from './tools.ts';

function agentOf(
  home: TestTasks,
  session = 'claude:1.1',
  clock: Clock = fixedClock(),
  project: FolderProject | undefined = undefined,
) {
  const { storage } = home;
  const context: UserContext = {
    workspace: { home: storage.folder, storage, clock, ids: randomId },
    act: testAct,
    holder: { kind: 'agent', name: session },
    folderProject: async () => project,
  };
  return async (name: string, input: Record<string, unknown> = {}) => {
    const tool = userTools.tools.find((known) => known.name === name);
    if (!tool) throw new Error(`there is no tool ${name}`);
    return tool.run(tool.input.parse(input), context, new AbortController().signal);
  };
}

type Reply = Awaited<ReturnType<ReturnType<typeof agentOf>>>;

function structuredOf(answer: Reply): Record<string, unknown> {
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value.structured ?? {};
}

test('work is written down, claimed, noted and closed, as the person', async () => {
  using home = openTestTasks();
  const call = agentOf(home);
  const { id: first } = structuredOf(await call('task_create', { title: 'First', labels: ['auth'], priority: 'P1' }));
  const { id } = structuredOf(await call('task_create', { title: 'Second', needs: [first], discoveredFrom: first }));
  expect(await call('task_claim', { id })).toMatchObject({
    error: {
      code: 'task.not-ready',
      next: expect.arrayContaining([expect.objectContaining({ command: 'task ready' })]),
    },
  });
  expect(structuredOf(await call('task_ready', { claim: true }))).toMatchObject({ id: first, state: 'in-progress' });
  await call('task_checkpoint_add', { id: first, text: 'Half way.' });
  await call('task_comment', { id: first, text: 'It was easy.' });
  await call('task_close', { id: first, reason: 'Done.' });
  expect(structuredOf(await call('task_ready'))).toMatchObject({ items: [{ id, title: 'Second' }], total: 1 });
  const { items } = await home.tasks.queries.history(String(first));
  expect(items.map(({ type, actor }) => `${type} by ${actor.kind}`)).toEqual([
    ...['task.created', 'task.claimed', 'task.checkpointed', 'task.commented', 'task.closed'].map(
      (t) => `${t} by user`,
    ),
  ]);
});

test('two sessions are two holders', async () => {
  using home = openTestTasks();
  const { id } = await home.build();
  const [one, other] = [agentOf(home, 'claude:1.1'), agentOf(home, 'claude:2.2')];
  await one('task_claim', { id });
  expect(await other('task_claim', { id })).toMatchObject({ error: { code: 'task.claimed' } });
  expect(await other('task_close', { id })).toMatchObject({ error: { code: 'task.claimed' } });
  expect(structuredOf(await one('task_release', { id }))).toMatchObject({ state: 'ready' });
});

test('what a session holds is kept while it says so, and is free again after that', async () => {
  const clock = fixedClock();
  using home = openTestTasks({ clock });
  const holder = { kind: 'agent', name: 'claude:1.1' } as const;
  const workspace = { home: home.storage.folder, storage: home.storage, clock, ids: randomId };
  const { id } = await home.build();
  await home.tasks.commands.claim({ task: id, holder }, testAct);
  for (let minutes = 0; minutes < 20; minutes += 4) {
    clock.advance(4 * 60_000);
    await keepClaims(workspace, holder);
  }
  const other = agentOf(home, 'claude:2.2', clock);
  expect(await other('task_claim', { id })).toMatchObject({ error: { code: 'task.claimed' } });
  clock.advance(6 * 60_000);
  await keepClaims(workspace, holder);
  expect(structuredOf(await other('task_ready'))).toMatchObject({ items: [{ id }] });
  expect((await home.get(id)).lease).toBeNull();
});

test('tasks are found by query, by words, and by both', async () => {
  using home = openTestTasks();
  const call = agentOf(home);
  await home.build({ title: 'Parse the header', labels: ['api'] });
  await home.build({ title: 'Parse the footer', labels: ['ui'] });
  const titles = async (input: Record<string, unknown>) => {
    const { items } = structuredOf(await call('task_list', input));
    return (items as { title: string }[]).map(({ title }) => title);
  };
  expect(await titles({ where: 'label = api' })).toEqual(['Parse the header']);
  expect(await titles({ words: 'footer' })).toEqual(['Parse the footer']);
  expect(await titles({ words: 'parse', where: 'label = ui' })).toEqual(['Parse the footer']);
  expect(await titles({ where: 'status = closed' })).toEqual([]);
  expect(await call('task_list', { where: 'label ~~ x' })).toMatchObject({ error: { code: 'query.wrong' } });
  const first = structuredOf(await call('task_list', { limit: 1 }));
  expect(await titles({ limit: 1, cursor: first.nextCursor })).toHaveLength(1);
});

test('a task is changed in place, and linked and freed', async () => {
  using home = openTestTasks();
  const call = agentOf(home);
  const [task, other] = [await home.build({ assignee: 'ada' }), await home.build()];
  await call('task_update', { id: task.id, addLabels: ['a'], assignee: '', parent: other.id, priority: '0' });
  expect(await home.get(task.id)).toMatchObject({ labels: ['a'], assignee: null, parentId: other.id, priority: 'P0' });
  expect(await call('task_update', { id: task.id, title: 'X', revision: 1 })).toMatchObject({
    error: { code: 'task.stale', next: [expect.objectContaining({ command: 'task show', args: [task.id] })] },
  });
  const late = await home.build();
  await call('task_dep', { id: late.id, needs: task.id });
  expect(await call('task_dep', { id: task.id, needs: late.id })).toMatchObject({ error: { code: 'task.cycle' } });
  expect(await home.get(late.id)).toMatchObject({ blockedBy: [task.id] });
  await call('task_dep', { id: late.id, needs: task.id, remove: true });
  expect(await home.get(late.id)).toMatchObject({ blockedBy: [] });
  expect(await call('task_show', { id: task.id })).toMatchObject({
    value: { text: expect.stringContaining('state ready'), structured: { revision: expect.any(Number) } },
  });
});

test('what most tasks leave empty is said, told and taken away', async () => {
  using home = openTestTasks();
  const call = agentOf(home);
  const details = { estimate: '1h 30m', due: '2026-03-01T09:00Z', size: 'l', role: 'tester', requires: ['browser'] };
  const { id } = structuredOf(await call('task_create', { title: 'Try it', ...details, gate: true, assignee: 'ada' }));
  const told = { estimate: '1h 30m', due: '2026-03-01T09:00:00.000Z', size: 'L', role: 'tester', gate: 'yes' };
  const shown = await call('task_show', { id });
  expect(structuredOf(shown)).toMatchObject({ ...told, requires: 'browser', assignee: 'ada' });
  expect(shown).toMatchObject({ value: { text: expect.stringContaining('estimate 1h 30m, size L, role tester') } });
  const { items } = structuredOf(await call('task_list'));
  expect(items).toMatchObject([{ id, estimate: '1h 30m', due: told.due }]);
  await call('task_update', { id, estimate: '', size: '', requires: [], setMetadata: { ticket: 17 } });
  const after = structuredOf(await call('task_show', { id }));
  expect(after).toMatchObject({ due: told.due, metadata: '{"ticket":17}' });
  expect(Object.keys(after)).not.toEqual(expect.arrayContaining(['estimate']));
  expect(await call('task_update', { id, size: 'huge' })).toMatchObject({ error: { code: 'task.bad-size' } });
});

test('what only people decide is not among the arguments', () => {
  const taken = userTools.tools.flatMap(({ input }) => Object.keys(input.shape));
  for (const name of ['script', 'checkCommand', 'digest', 'force', 'cascade']) expect(taken).not.toContain(name);
});

test('an agent can ask for a plan and an approval, but not do away with one', async () => {
  using home = openTestTasks();
  const call = agentOf(home);
  const { id } = structuredOf(await call('task_create', { title: 'Build it', gate: true, requiresPlan: false }));
  await call('task_update', { id, requiresPlan: true });
  for (const taken of [{ gate: false }, { requiresPlan: false }]) {
    expect(await call('task_update', { id, ...taken })).toMatchObject({ error: { code: 'task.people-only' } });
  }
  expect(await home.get(String(id))).toMatchObject({ gate: true, requiresPlan: true });
});

test('an agent is told of a next step with its tools, not of commands and options', () => {
  const failures = [
    { kind: 'task.not-found', ref: 'x' },
    { kind: 'task.no-project', taskId: 'tk_1' },
    { kind: 'task.has-children', taskId: 'tk_1', count: 2 },
    { kind: 'list.bad-cursor' },
  ] as const;
  const names = userTools.tools.map(({ name }) => name);
  const told = failures.map((failure) => adviceForTools(taskRefusal(failure), names) ?? '');
  expect(told.join('\n')).not.toMatch(/\bcw |--/);
  expect(told[0]).toContain('task_list');
});

test('the folder that the agent was started in tells which project is meant', async () => {
  using home = openTestTasks();
  const id = await home.addProject('harbour');
  await home.addProject('lamp');
  const call = agentOf(home, 'claude:1.1', fixedClock(), { id, name: 'harbour' });
  await call('task_create', { title: 'Dredge' });
  await call('task_create', { title: 'Trim', project: 'lamp' });
  const titlesOf = (reply: Reply) =>
    reply.ok ? (reply.value.structured as { items: { title: string }[] }).items.map(({ title }) => title) : reply.error;
  for (const tool of ['task_list', 'task_ready']) {
    expect(titlesOf(await call(tool))).toEqual(['Dredge']);
    expect(titlesOf(await call(tool, { allProjects: true }))).toEqual(['Dredge', 'Trim']);
  }
  expect(titlesOf(await call('task_list', { where: 'project = lamp' }))).toEqual(['Trim']);
  expect(await call('task_ready', { claim: true })).toMatchObject({ value: { structured: { title: 'Dredge' } } });
  expect(await call('task_ready', { claim: true })).toMatchObject({ value: { text: 'Nothing is ready.' } });
});
