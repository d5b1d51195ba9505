import type { McpContext } from '@cw/entry/mcp';
import { randomId } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { fixedClock } from '@cw/testkit';
import { describe, expect, test } from 'vitest';
import { openTestTasks, type TestTasks } from '../../testing.ts';
import { taskTools } from './tools.ts';

function contextOf(home: TestTasks, taskId: string): McpContext {
  const { storage } = home;
  return {
    workspace: { home: storage.folder, storage, clock: fixedClock(), ids: randomId },
    act: { actor: { kind: 'run', id: 'rn_1', name: 'worker' } },
    runId: 'rn_1',
    taskId,
  };
}

async function call(context: McpContext, name: string, input: Record<string, unknown>) {
  const tool = taskTools.find((known) => known.name === name);
  if (!tool) throw new Error(`there is no tool ${name}`);
  return tool.run(tool.input.parse(input), context);
}

describe('an agent’s tools', () => {
  test('show its task with what is around it, and nothing further on', async () => {
    using home = openTestTasks();
    const far = await home.build({ title: 'Far away' });
    const parent = await home.build({ title: 'Parent', description: 'the whole' });
    const first = await home.build({ title: 'First', needs: [far.id] });
    const own = await home.build({ title: 'Own', parent: parent.id, needs: [first.id], description: 'do it' });
    const sibling = await home.build({ title: 'Sibling', parent: parent.id, description: 'a secret' });
    await home.tasks.commands.comment({ task: own.id, text: 'mind the gap' }, testAct);
    const answer = await call(contextOf(home, own.id), 'task_show', {});
    expect(answer).toMatchObject({
      value: {
        structured: {
          id: own.id,
          parents: [{ title: 'Parent', description: 'the whole' }],
          needs: [{ title: 'First', status: 'open' }],
          siblings: [{ id: sibling.id, title: 'Sibling', status: 'open' }],
          comments: [{ author: 'tess', text: 'mind the gap' }],
        },
      },
    });
    const text = answer.ok ? answer.value.text : '';
    expect(text).toContain('mind the gap');
    expect(text).not.toContain('Far away');
    expect(text).not.toContain('a secret');
  });

  test.each([
    ['task_show', {}],
    ['task_progress', { text: 'half' }],
    ['task_comment', { text: 'hi' }],
    ['task_propose_follow_up', { title: 'More' }],
  ])('%s is refused for another’s task', async (name, input) => {
    using home = openTestTasks();
    const own = await home.build();
    const other = await home.build();
    expect(await call(contextOf(home, own.id), name, { ...input, id: other.id })).toMatchObject({
      ok: false,
      error: { code: 'task.out-of-reach', kind: 'forbidden' },
    });
    expect((await home.tasks.queries.history(other.id)).total).toBe(1);
    expect((await call(contextOf(home, own.id), name, { ...input, id: own.id })).ok).toBe(true);
  });

  test('report progress, with a comment where one is given', async () => {
    using home = openTestTasks();
    const { id } = await home.build();
    await call(contextOf(home, id), 'task_progress', { text: 'half way', percent: 50, comment: 'found a bug' });
    const { items } = await home.tasks.queries.history(id);
    expect(items.slice(1)).toMatchObject([
      { type: 'task.progressed', payload: { text: 'half way', percent: 50 }, actor: { kind: 'run' } },
      { type: 'task.commented' },
    ]);
  });

  test('propose follow-ups in the name of the run', async () => {
    using home = openTestTasks();
    const { id } = await home.build();
    expect((await call(contextOf(home, id), 'task_propose_follow_up', { title: 'More' })).ok).toBe(true);
    expect((await home.tasks.queries.proposals({ taskId: id })).items).toMatchObject([
      { title: 'More', state: 'waiting', runId: 'rn_1' },
    ]);
  });

  test('take titles and texts by the same rules as every door', async () => {
    using home = openTestTasks();
    const { id } = await home.build();
    expect(await call(contextOf(home, id), 'task_propose_follow_up', { title: 'a\nb' })).toMatchObject({
      error: { code: 'task.title-multiline' },
    });
    expect(await call(contextOf(home, id), 'task_comment', { text: '  ' })).toMatchObject({
      error: { code: 'task.text-empty' },
    });
  });
});
