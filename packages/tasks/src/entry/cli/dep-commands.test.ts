import { describe, expect, test } from 'vitest';
import type { TreeNode } from '../../queries/dependency-tree.ts';
import { openTestTasks, type TestTasks } from '../../testing.ts';
import { contextOf, plain, run } from './testing.ts';

const typed = (
  home: TestTasks,
  path: string,
  ids: readonly string[],
  options: Record<string, string | string[]> = {},
) => run(contextOf(home), path, { arguments: ids, options });

describe('cw task dep add', () => {
  test('says it from either side, for several at once, or for none', async () => {
    using home = openTestTasks();
    const [a, b, c] = [(await home.build()).id, (await home.build()).id, (await home.build()).id];
    await typed(home, 'task dep add', [a], { needs: [b], 'depends-on': [c] });
    expect((await home.get(a)).blockedBy.toSorted()).toEqual([b, c].sort());
    await typed(home, 'task dep add', [c], { blocks: [b] });
    expect((await home.get(b)).blockedBy).toEqual([c]);
    const circle = await typed(home, 'task dep add', [c], { needs: [a] });
    expect(circle).toMatchObject({ error: { code: 'task.cycle', message: expect.stringContaining(`${c} → ${a}`) } });
    const half = await typed(home, 'task dep add', [b], { 'blocked-by': [c, a], type: 'on-failure' });
    expect(half).toMatchObject({ error: { code: 'task.cycle' } });
    expect((await home.get(b)).dependencies).toHaveLength(1);
    for (const options of [{}, { needs: [a], blocks: [b] }]) {
      expect(await typed(home, 'task dep add', [c], options)).toMatchObject({ error: { code: 'usage.dependency' } });
    }
  });

  test.each<[string, RegExp, string]>([
    ['blocks', /^Now needs B: .*waiting$/, 'No longer depends on B (blocks): '],
    ['related', /^Now related to B, without waiting.*ready$/, 'No longer depends on B (related): '],
    [
      'discovered-from',
      /^Now discovered from B, without waiting.*ready$/,
      'No longer depends on B (discovered-from): ',
    ],
    ['parent-child', /^Now a child of B: .*ready$/, 'No longer depends on B (parent-child): '],
    ['on-failure', /^Now runs only if B fails: .*waiting$/, 'No longer depends on B (on-failure): '],
  ])('of type %s says what it makes of the task', async (type, added, removed) => {
    using home = openTestTasks();
    const [a, b] = [(await home.build()).id, (await home.build()).id];
    const said = async (path: string) => {
      const answer = await typed(home, path, [a, b], { type });
      return answer.ok ? answer.value.text(plain).replaceAll(b, 'B') : answer.error.message;
    };
    expect(await said('task dep add')).toMatch(added);
    expect(await said('task dep remove')).toContain(removed);
  });

  test('waits for all children or for any', async () => {
    using home = openTestTasks();
    const parent = await home.build();
    const [one] = [await home.build({ parent: parent.id }), await home.build({ parent: parent.id })];
    const [any, all] = [await home.build(), await home.build()];
    await typed(home, 'task dep add', [any.id, parent.id], { type: 'waits-for', gate: 'any-children' });
    await typed(home, 'task dep add', [all.id, parent.id], { type: 'waits-for', gate: 'all' });
    await typed(home, 'task close', [one.id]);
    expect([(await home.get(any.id)).ready, (await home.get(all.id)).ready]).toEqual([true, false]);
    expect(await typed(home, 'task dep add', [any.id, one.id], { gate: 'all' })).toMatchObject({
      error: { code: 'task.bad-gate' },
    });
  });
});

const shape = (node: TreeNode | null): unknown =>
  node && [node.title, ...(node.repeated ? ['again'] : []), ...node.below.map(shape)];

test('a tree shows each task once with what is below it, in either direction, as deep as asked', async () => {
  using home = openTestTasks();
  const d = await home.build({ title: 'D' });
  const b = await home.build({ title: 'B', needs: [d.id] });
  const c = await home.build({ title: 'C', needs: [d.id, b.id] });
  const a = await home.build({ title: 'A', needs: [b.id, c.id] });
  const part = await home.build({ title: 'Part', parent: a.id });
  await typed(home, 'task dep add', [a.id, part.id], { type: 'related' });
  const tree = async (id: string, options: Record<string, string> = {}) => {
    const answer = await typed(home, 'task dep tree', [id], options);
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.value;
  };
  const { data, text } = await tree(a.id, { direction: 'both' });
  const { down, up } = data as { down: TreeNode; up: TreeNode };
  expect(shape(down)).toEqual(['A', ['B', ['D']], ['C', ['D', 'again'], ['B', 'again']], ['Part']]);
  expect(shape(up)).toEqual(['A']);
  expect(text(plain)).toContain(`│  └─ ${d.id}  D  ready\n`);
  const upwards = (await tree(d.id, { direction: 'up', depth: '1' })).data as { up: TreeNode };
  expect(upwards.up.below.map(({ title, hidden }) => [title, hidden])).toEqual([
    ['B', 2],
    ['C', 1],
  ]);
  expect(await typed(home, 'task dep tree', [a.id], { depth: '0' })).toMatchObject({
    error: { code: 'list.bad-filter' },
  });
});

test('circles are none, and are found where another program wrote one', async () => {
  using home = openTestTasks();
  const [a, b] = [await home.build({ title: 'A' }), await home.build({ title: 'B' })];
  const parent = await home.build({ title: 'Parent' });
  await home.build({ title: 'Child', parent: parent.id });
  await typed(home, 'task dep add', [a.id, b.id]);
  await typed(home, 'task dep add', [b.id, parent.id], { type: 'waits-for' });
  await typed(home, 'task dep add', [b.id, a.id], { type: 'related' });
  const none = await typed(home, 'task dep cycles', []);
  expect(none.ok && none.value.text(plain)).toBe('No dependency cycles.');
  await home.inTx((tx) =>
    tx.run(`INSERT INTO task_dependencies (task_n, on_n, type, created_at)
      SELECT b.n, a.n, 'blocks', 0 FROM tasks a, tasks b WHERE a.title = 'A' AND b.title = 'B'`),
  );
  const found = await typed(home, 'task dep cycles', []);
  expect(found).toMatchObject({ value: { data: { total: 1 } } });
  expect(found.ok && found.value.ids?.toSorted()).toEqual([a.id, b.id].sort());
});
