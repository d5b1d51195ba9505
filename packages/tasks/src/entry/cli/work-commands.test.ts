import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { describe, expect, test } from 'vitest';
import type { PlanView } from '../../model/task-view.ts';
import { openTestTasks } from '../../testing.ts';
import { contextOf, plain, run } from './testing.ts';

describe('cw task plan', () => {
  test('is written, shown with the line that approves it, and approved', async () => {
    using home = openTestTasks();
    const context = contextOf(home);
    const task = await home.build({ requiresPlan: true });
    const set = unwrap(
      await run(context, 'task plan set', { arguments: [task.id], options: { goal: 'a goal', step: ['one', 'two'] } }),
    );
    const { digest } = set.data as PlanView;
    const shown = unwrap(await run(context, 'task plan show', { arguments: [task.id] })).text(plain);
    expect(shown).toContain('1. one\n2. two');
    expect(shown).toContain(`cw task plan approve ${task.id} --digest ${digest}`);
    expect(await run(context, 'task plan approve', { arguments: [task.id] })).toMatchObject({
      error: { code: 'task.plan-changed' },
    });
    unwrap(await run(context, 'task plan approve', { arguments: [task.id], options: { digest } }));
    expect((await home.get(task.id)).ready).toBe(true);
  });

  test('may come as JSON, of which what is typed goes first', async () => {
    using home = openTestTasks();
    const task = await home.build();
    const input = Buffer.from(JSON.stringify({ goal: 'from the file', steps: ['a'], files: ['x.ts'] }));
    const wanted = { arguments: [task.id], options: { file: '-', goal: 'typed' } };
    const set = unwrap(await run(contextOf(home, { input }), 'task plan set', wanted));
    expect(set.data).toMatchObject({ goal: 'typed', steps: ['a'], files: ['x.ts'] });
    expect(await run(contextOf(home, { input: Buffer.from('[]') }), 'task plan set', wanted)).toMatchObject({
      error: { code: 'task.bad-json' },
    });
  });
});

test('checkpoints are added and listed, and work goes on from the last of them', async () => {
  using home = openTestTasks();
  const context = contextOf(home);
  const task = await home.build();
  const typed = { arguments: [task.id, 'half done'], options: { type: 'handoff', path: ['a.ts'], commit: 'abc1234' } };
  expect(unwrap(await run(context, 'task checkpoint add', typed)).text(plain)).toBe(`Checkpoint 1 of ${task.id}`);
  const listed = unwrap(await run(context, 'task checkpoint list', { arguments: [task.id] }));
  expect(listed.data).toMatchObject({ total: 1, items: [{ type: 'handoff', text: 'half done', files: ['a.ts'] }] });
  const shown = unwrap(await run(context, 'task show', { arguments: [task.id] })).text(plain);
  expect(shown).toContain('Last checkpoints\n1 handoff tess');
  const claimed = unwrap(await run(context, 'task claim', { arguments: [task.id] }));
  expect(claimed.text(plain)).toContain('It goes on from\n1 handoff tess');
  expect(claimed.data).toMatchObject({ status: 'in_progress', checkpoints: [{ text: 'half done' }] });
});

test('a task goes into the trash and comes back', async () => {
  using home = openTestTasks();
  const context = contextOf(home);
  const parent = await home.build({ title: 'parent' });
  await home.build({ parent: parent.id });
  expect(await run(context, 'task delete', { arguments: [parent.id] })).toMatchObject({
    error: { code: 'task.has-children' },
  });
  const deleted = unwrap(await run(context, 'task delete', { arguments: [parent.id], options: { cascade: true } }));
  expect(deleted.data).toMatchObject({ total: 2 });
  const restored = unwrap(await run(context, 'task restore', { arguments: [parent.id] }));
  expect(restored.data).toMatchObject({ id: parent.id, status: 'open' });
});

describe('cw task replan', () => {
  test('reads the new tasks as JSON', async () => {
    using home = openTestTasks();
    const parent = await home.build();
    const old = await home.build({ parent: parent.id });
    const tasks = [
      { key: 'a', title: 'first', priority: 1, labels: ['x'] },
      { title: 'second', needs: ['a'] },
    ];
    const context = contextOf(home, { input: Buffer.from(JSON.stringify({ tasks })) });
    const answer = unwrap(await run(context, 'task replan', { arguments: [parent.id], options: { reason: 'better' } }));
    expect(answer.data).toMatchObject({
      replaced: [old.id],
      created: [{ title: 'first', priority: 'P1', labels: ['x'] }, { title: 'second' }],
    });
  });

  test.each([
    ['nothing', '', /JSON/],
    ['a wrong field', '[{"title":"a","prio":1}]', /task 1: unknown field "prio"/],
    ['no title', '[{}]', /task 1: it has no title/],
    ['a wrong type', '[{"title":"a","dependencies":[{"on":"b","type":"x"}]}]', /"x" is not a type/],
  ])('refuses %s and changes nothing', async (_, text, message) => {
    using home = openTestTasks();
    const parent = await home.build();
    const old = await home.build({ parent: parent.id });
    const context = contextOf(home, { input: Buffer.from(text) });
    const typed = { arguments: [parent.id], options: { reason: 'r' } };
    expect(await run(context, 'task replan', typed)).toMatchObject({
      error: { message: expect.stringMatching(message) },
    });
    expect((await home.get(old.id)).status).toBe('open');
  });
});

test('ready --explain tells in words why each other task is not ready; --all shows every ready one', async () => {
  using home = openTestTasks();
  const context = contextOf(home);
  const blocker = await home.build();
  const waits = await home.build({ title: 'waits', needs: [blocker.id] });
  const explained = unwrap(await run(context, 'task ready', { options: { explain: true } }));
  expect(explained.text(plain)).toBe(`${waits.id}  P2  waits\n    it waits for ${blocker.id}`);
  for (let index = 0; index < 25; index += 1) await home.build();
  expect(unwrap(await run(context, 'task ready', { options: { all: true } })).data).toMatchObject({ total: 26 });
});

test("a heartbeat renews an agent's claim", async () => {
  using home = openTestTasks();
  const agent = { kind: 'agent', name: 'session:1' } as const;
  const context = { ...contextOf(home), holder: async () => agent };
  const task = await home.build();
  unwrap(await home.tasks.commands.claim({ task: task.id, holder: agent }, testAct));
  const typed = { arguments: [task.id], options: { lease: '10' } };
  expect(unwrap(await run(context, 'task heartbeat', typed)).text(plain)).toMatch(/^Yours until 2/);
  expect(await run(contextOf(home), 'task heartbeat', typed)).toMatchObject({ error: { code: 'task.not-held' } });
});
