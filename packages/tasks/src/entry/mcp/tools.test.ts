import type { RunContext } from '@cw/entry/mcp';
import { randomId } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { fixedClock } from '@cw/testkit';
import { describe, expect, test } from 'vitest';
import { openTestTasks, type TestTasks } from '../../testing.ts';
import { runTools } from './tools.ts';

function contextOf(home: TestTasks, taskId: string): RunContext {
  const { storage } = home;
  return {
    workspace: { home: storage.folder, storage, clock: fixedClock(), ids: randomId },
    act: { actor: { kind: 'run', id: 'rn_1', name: 'worker' }, runId: 'rn_1' },
    runId: 'rn_1',
    taskId,
    projectId: 'pr_1',
    worktree: null,
    limitOf: async (what) => ({ most: 3, setting: `the limit of ${what}` }),
    isWalled: () => undefined,
    readTool: () => expect.unreachable(),
  };
}

async function call(context: RunContext, name: string, input: Record<string, unknown>) {
  const tool = runTools.tools.find((known) => known.name === name);
  if (!tool) throw new Error(`there is no tool ${name}`);
  return tool.run(tool.input.parse(input), context, new AbortController().signal);
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
    ['task_progress', { text: 'half' }],
    ['task_checkpoint_add', { text: 'so far' }],
    ['task_artifact_add', { value: 'a.txt' }],
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

  test.each([
    ['its parent', 'parent', 'the whole'],
    ['what it builds on', 'needed', 'laid before'],
    ['its child', 'child', 'a part'],
    ['its sibling', 'sibling', undefined],
    ['what needs it', 'dependent', undefined],
    ['what its parent’s parent’s child is', 'cousin', 'refused'],
    ['what there is not', 'none', 'refused'],
  ] as const)('show %s by id only as far as it may be seen', async (_what, which, told) => {
    using home = openTestTasks();
    const top = await home.build({ title: 'Top' });
    const parent = await home.build({ parent: top.id, description: 'the whole' });
    const needed = await home.build({ description: 'laid before' });
    const own = await home.build({ parent: parent.id, needs: [needed.id] });
    const child = await home.build({ parent: own.id, description: 'a part' });
    const sibling = await home.build({ parent: parent.id, description: 'of another' });
    const dependent = await home.build({ needs: [own.id], description: 'of another' });
    const cousin = await home.build({ parent: top.id, description: 'of another' });
    const none = { id: 'tk_none' };
    const { id } = { parent, needed, child, sibling, dependent, cousin, none }[which];
    const answer = await call(contextOf(home, own.id), 'task_show', { id });
    if (told === 'refused') return expect(answer).toMatchObject({ error: { code: 'task.out-of-reach' } });
    expect(answer).toMatchObject({ value: { structured: { id } } });
    expect(JSON.stringify(answer)).not.toContain('of another');
    if (told !== undefined) expect(answer).toMatchObject({ value: { text: expect.stringContaining(told) } });
  });

  test.each([300, 1_000, 4_000, 25_000])('show a task of any size in %d tokens', async (budget) => {
    using home = openTestTasks();
    const long = 'A "long" text, with lines\nand ünïcödé. '.repeat(2_000);
    const parent = await home.build({ description: long });
    const needed = await home.build({ description: long });
    const own = await home.build({ parent: parent.id, needs: [needed.id], description: long, acceptance: long });
    for (let n = 0; n < 30; n += 1) {
      await home.build({ parent: parent.id, title: `Sibling ${n}` });
      await home.tasks.commands.comment({ task: own.id, text: `${n} ${long.slice(0, 900)}` }, testAct);
    }
    const answer = await call(contextOf(home, own.id), 'task_show', { budget });
    if (!answer.ok) throw new Error('it was refused');
    const { text, structured } = answer.value;
    expect(text.length / 4).toBeLessThanOrEqual(budget);
    expect(JSON.stringify(structured).length / 4).toBeLessThanOrEqual(budget);
    expect(text.length / 4).toBeGreaterThan(Math.min(budget, 20_000) * 0.3);
    expect(text).toContain(own.title);
    expect(structured?.leftOut).toContain('some of the description');
    expect(text).toMatch(/Left out for length: .*comments/);
  });

  test('record checkpoints and artifacts, which a later session is shown', async () => {
    using home = openTestTasks();
    const { id } = await home.build();
    const context = contextOf(home, id);
    await call(context, 'task_checkpoint_add', { type: 'decision', text: 'Go with B.', files: ['b.ts'] });
    await call(context, 'task_artifact_add', { value: 'https://example.test/report' });
    const shown = await call(context, 'task_show', {});
    expect(shown).toMatchObject({
      value: {
        text: expect.stringMatching(/decision: Go with B\. \(b\.ts\)[\s\S]*link https:\/\/example\.test\/report/),
        structured: { checkpoints: [{ type: 'decision' }], artifacts: [{ kind: 'link' }] },
      },
    });
  });

  test('find tasks of its own project, as short rows', async () => {
    using home = openTestTasks();
    await home.addProject('here');
    await home.addProject('there');
    const own = await home.build({ project: 'here', title: 'Own' });
    const near = await home.build({ project: 'here', title: 'Parse the header', description: 'a secret' });
    await home.build({ project: 'there', title: 'Parse another' });
    const found = await call(contextOf(home, own.id), 'task_search', { words: 'parse' });
    const items = [{ id: near.id, title: 'Parse the header', state: 'ready' }];
    expect(found).toEqual({
      ok: true,
      value: { text: `${near.id}: Parse the header (ready)`, structured: { items, total: 1 } },
    });
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

  test.each([
    ['task_progress', { text: 'half' }, 'progress notes', 'comments'],
    ['task_checkpoint_add', { text: 'so far' }, 'checkpoints', 'comments'],
    ['task_artifact_add', { value: 'a.txt' }, 'artifacts', 'comments'],
    ['task_comment', { text: 'hi' }, 'comments', 'comments'],
    ['task_progress', { text: 'half', comment: 'hi' }, 'progress notes', 'comments'],
    ['task_propose_follow_up', { title: 'More' }, 'follow-ups', 'followUps'],
  ])('%s is refused beyond what a run may make, also of many calls at once', async (name, input, what, limit) => {
    using home = openTestTasks();
    const { id } = await home.build();
    const again = (n: number) => (name === 'task_artifact_add' ? { value: `${n}.txt` } : input);
    const calls = [1, 2, 3, 4, 5, 6].map((n) => call(contextOf(home, id), name, again(n)));
    const answers = await Promise.all(calls);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
    const { total } = await home.tasks.queries.history(id);
    expect(await call(contextOf(home, id), name, again(7))).toMatchObject({
      error: {
        code: 'run.limit-reached',
        message: `This run has reached its limit of 3 ${what} (the limit of ${limit}). Nothing was kept.`,
      },
    });
    expect((await home.tasks.queries.history(id)).total).toBe(total);
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
