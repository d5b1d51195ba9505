import { adviceInTerminal } from '@cw/entry';
import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { describe, expect, test } from 'vitest';
import { openTestTasks, type TestTasks } from '../../testing.ts';
import { contextOf, plain, run } from './testing.ts';

const update = (home: TestTasks, ids: readonly string[], options: Record<string, string | true | readonly string[]>) =>
  run(contextOf(home), 'task update', { arguments: ids, options });

test.each<[string, readonly string[], Record<string, string>]>([
  ['task create', ['x'], { description: 'a', body: 'b' }],
  ['task create', ['x'], { description: '', 'description-file': 'f' }],
  ['task create', ['x'], { design: 'a', 'design-file': 'f' }],
  ['task comment', ['tk_1', 'said'], { file: 'f' }],
  ['task comment', ['tk_1'], { message: 'said', file: 'f' }],
  ['task export', ['a'], { output: 'b' }],
  ['task batch', ['a'], { file: 'b' }],
])('%s %j with %j says one thing twice, and is refused', async (path, args, options) => {
  using home = openTestTasks();
  expect(await run(contextOf(home), path, { arguments: args, options })).toMatchObject({
    error: { code: 'task.said-twice' },
  });
});

test('a task that is named twice is closed and opened again once', async () => {
  using home = openTestTasks();
  const { id } = await home.build();
  for (const path of ['task close', 'task reopen']) {
    expect(await run(contextOf(home), path, { arguments: [id, id.slice(0, -1)] })).toMatchObject({ ok: true });
  }
  expect(await home.get(id)).toMatchObject({ status: 'open', revision: 3 });
});

describe('cw task update', () => {
  test('changes several tasks in the same way, or none', async () => {
    using home = openTestTasks();
    const [a, b] = [await home.build({ labels: ['x'] }), await home.build()];
    const options = { due: '2030-01-02T00:00Z', 'add-label': ['y'], size: 'L', 'set-metadata': ['k=1'], check: 'true' };
    expect(await update(home, [a.id, b.id], options)).toMatchObject({ value: { data: { total: 2 } } });
    expect(await home.get(a.id)).toMatchObject({ labels: ['x', 'y'], size: 'L', metadata: { k: 1 }, revision: 2 });
    expect(await home.get(b.id)).toMatchObject({ labels: ['y'], checkCommand: 'true' });
    expect(await update(home, [a.id, 'nosuch'], { priority: '0' })).toMatchObject({
      error: { code: 'task.not-found', message: expect.stringContaining('Nothing was changed') },
    });
    expect(await home.get(a.id)).toMatchObject({ priority: 'P2', revision: 2 });
  });

  test('empties what is given empty, and asks for a plan or does without', async () => {
    using home = openTestTasks();
    const { id } = await home.build({ due: '2030-01-02', size: 'S', role: 'tester', metadata: { a: 1 } });
    await update(home, [id], { due: '', size: '', role: '', metadata: '', 'requires-plan': true });
    expect(await home.get(id)).toMatchObject({ dueAt: null, size: null, role: null, metadata: {}, requiresPlan: true });
    await update(home, [id], { 'without-plan': true });
    expect(await home.get(id)).toMatchObject({ requiresPlan: false });
  });

  test('takes the task too where that is asked for, in one step', async () => {
    using home = openTestTasks();
    const [{ id }, waiting] = [await home.build(), await home.build()];
    await run(contextOf(home), 'task dep add', { arguments: [waiting.id, id] });
    await update(home, [id], { claim: true, priority: 'high' });
    expect(await home.get(id)).toMatchObject({ status: 'in_progress', priority: 'P1', lease: { holder: 'tess' } });
    expect(await update(home, [waiting.id], { claim: true, title: 'x' })).toMatchObject({
      error: { code: 'task.not-ready' },
    });
    expect(await home.get(waiting.id)).toMatchObject({ status: 'open', title: waiting.title });
  });

  test.each<[Record<string, string>, string, RegExp]>([
    [{}, 'task.nothing-named', /Give a field/],
    [{ reason: 'why' }, 'task.nothing-named', /the status blocked also needs a reason/],
    [{ status: 'done' }, 'task.bad-status', /cw task close <task>/],
    [{ status: 'in_progress' }, 'task.status-by-verb', /cw task claim <task>/],
  ])('with %j is refused, and tells the way', async (options, code, way) => {
    using home = openTestTasks();
    const { id } = await home.build();
    const refused = await update(home, [id], options);
    expect(refused).toMatchObject({ error: { code } });
    expect(refused.ok ? '' : adviceInTerminal(refused.error)).toMatch(way);
    expect((await home.get(id)).revision).toBe(1);
  });

  test('refuses a revision that is not the last one, with what changed since', async () => {
    using home = openTestTasks();
    const [{ id }, other] = [await home.build(), await home.build()];
    await update(home, [id], { priority: 'P0' });
    const stale = await update(home, [id], { title: 'Mine', revision: '1' });
    expect(stale).toMatchObject({
      error: { code: 'task.stale', message: expect.stringContaining('priority from "P2" to "P0"') },
    });
    expect(await update(home, [id, other.id], { title: 'x', revision: '1' })).toMatchObject({
      error: { code: 'usage.revision' },
    });
  });
});

test('several tasks are opened again, deleted and restored together', async () => {
  using home = openTestTasks();
  const ids = [(await home.build()).id, (await home.build()).id];
  const all = { arguments: ids };
  await run(contextOf(home), 'task close', all);
  expect(await run(contextOf(home), 'task reopen', all)).toMatchObject({ value: { data: { total: 2 } } });
  expect(await run(contextOf(home), 'task reopen', all)).toMatchObject({ error: { code: 'task.not-closed' } });
  expect(await run(contextOf(home), 'task delete', all)).toMatchObject({ value: { ids } });
  expect(await run(contextOf(home), 'task restore', all)).toMatchObject({ value: { data: { total: 2 } } });
});

test('what is said on the way is kept, in whatever way it is given', async () => {
  using home = openTestTasks();
  const { id } = await home.build();
  const said = (path: string, words: readonly string[], options = {}) =>
    run(contextOf(home, { input: Buffer.from('from a pipe') }), path, { arguments: [id, ...words], options });
  await said('task comment', ['several', 'words']);
  await said('task comment', [], { message: 'as an option' });
  await said('task comment', ['-']);
  await said('task close', [], { message: 'merged' });
  expect((await home.get(id)).closeReason).toBe('merged');
  await said('task reopen', [], { reason: 'it came back' });
  const shown = await run(contextOf(home), 'task show', { arguments: [id], options: { comments: true } });
  const texts = JSON.stringify(shown.ok && shown.value.data);
  for (const text of ['several words', 'as an option', 'from a pipe', 'it came back']) expect(texts).toContain(text);
});

test('closing tells what became ready and what is next', async () => {
  using home = openTestTasks();
  const { id } = await home.build();
  const next = await home.build({ title: 'Next', needs: [id], priority: 'P0' });
  const answer = await run(contextOf(home), 'task close', { arguments: [id], options: { 'suggest-next': true } });
  expect(answer).toMatchObject({ value: { data: { id, becameReady: [{ id: next.id }], next: { id: next.id } } } });
  expect(answer.ok && answer.value.text(plain)).toMatch(/Ready now\n {2}P0 tk_\w+ {2}Next.*\nNext: cw task claim tk_/);
});

describe('labels', () => {
  test('are any words, and are counted over all tasks', async () => {
    using home = openTestTasks();
    const [a, b] = [await home.build(), await home.build()];
    await run(contextOf(home), 'task label add', { arguments: [a.id, 'a, b', '<i>é 🎉</i>', 'ש'] });
    await run(contextOf(home), 'task label add', { arguments: [b.id, 'ש'] });
    await run(contextOf(home), 'task close', { arguments: [b.id] });
    const counted = await run(contextOf(home), 'task label list');
    expect(counted).toMatchObject({
      value: {
        data: {
          items: [
            { label: '<i>é 🎉</i>', open: 1, total: 1 },
            { label: 'a', open: 1, total: 1 },
            { label: 'b', open: 1, total: 1 },
            { label: 'ש', open: 1, total: 2 },
          ].sort((left, right) => right.total - left.total),
        },
      },
    });
    await run(contextOf(home), 'task label remove', { arguments: [a.id, 'a,b', 'never there'] });
    expect((await home.get(a.id)).labels).toEqual(['<i>é 🎉</i>', 'ש']);
    const withComma = await home.build({ labels: ['x,y', 'x'] });
    await run(contextOf(home), 'task label remove', { arguments: [withComma.id, 'x,y'] });
    expect((await home.get(withComma.id)).labels).toEqual(['x']);
    const notes: string[] = [];
    const context = { ...contextOf(home), note: (text: string) => notes.push(text) };
    await run(context, 'task label remove', { arguments: [b.id, 'never there'] });
    expect(notes.join()).toContain('has no such label: never there');
    expect(await run(contextOf(home), 'task label list', { arguments: [b.id] })).toMatchObject({
      value: { data: { total: 1 } },
    });
    expect(await run(contextOf(home), 'task label add', { arguments: [a.id, ' '] })).toMatchObject({
      error: { code: 'task.text-empty' },
    });
  });
});

test('artifacts are noted once, told in the history, and refused where they are no line', async () => {
  using home = openTestTasks();
  const { id } = await home.build();
  const add = (value: string, options = {}) =>
    run(contextOf(home), 'task artifact add', { arguments: [id, value], options });
  await add('https://x.org/a');
  await add('https://x.org/a');
  await add('1234abcd');
  await add('out/report.md', { kind: 'report' });
  expect(await add('two\nlines')).toMatchObject({ error: { code: 'task.text-multiline' } });
  expect(await add('x', { kind: 'Two Words' })).toMatchObject({ error: { code: 'task.bad-word' } });
  expect((await home.get(id)).artifacts).toEqual([
    { kind: 'link', value: 'https://x.org/a' },
    { kind: 'commit', value: '1234abcd' },
    { kind: 'report', value: 'out/report.md' },
  ]);
  const { items } = await home.tasks.queries.history(id);
  expect(items.filter(({ type }) => type === 'task.artifact-added')).toHaveLength(3);
});

test('a comment answers another of the same task', async () => {
  using home = openTestTasks();
  const { id } = await home.build();
  const first = unwrap(await home.tasks.commands.comment({ task: id, text: 'One' }, testAct));
  const options = { 'reply-to': first.id };
  expect(await run(contextOf(home), 'task comment', { arguments: [id, 'Two'], options })).toMatchObject({
    value: { data: { replyTo: first.id } },
  });
  const other = await home.build();
  expect(await run(contextOf(home), 'task comment', { arguments: [other.id, 'x'], options })).toMatchObject({
    error: { code: 'comment.not-found' },
  });
});

test('giving up tells what keeps waiting and how it can go on, and closing what is ready now', async () => {
  using home = openTestTasks();
  const { id } = await home.build();
  const waiting = await home.build({ title: 'Waiting', needs: [id] });
  const said = async (words: string, options = {}) => {
    const answer = await run(contextOf(home), words, { arguments: [id], options });
    return answer.ok ? { text: answer.value.text(plain), data: answer.value.data } : answer.error;
  };
  const none = { ready: [], begins: [], unqueued: [], closed: [], finished: [], reopened: [] };
  const consequences = { waiting: [{ id: waiting.id, title: 'Waiting' }], ...none };
  const cancelled = await said('task close', { outcome: 'cancelled' });
  expect(cancelled).toMatchObject({ data: { consequences }, text: expect.stringContaining('Keeps waiting') });
  for (const way of [`cw task dep remove ${waiting.id} ${id}`, `cw task reopen ${id}`]) {
    expect(cancelled).toMatchObject({ text: expect.stringContaining(way) });
  }
  await said('task reopen');
  expect(await said('task delete')).toMatchObject({
    data: { consequences },
    text: expect.stringContaining(`cw task restore ${id}`),
  });
  await said('task restore');
  expect(await said('task close')).toMatchObject({
    data: { consequences: { ready: [{ id: waiting.id }], waiting: [] } },
    text: expect.stringContaining(`Ready now\n  ${waiting.id}  Waiting`),
  });
});
