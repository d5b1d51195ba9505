import { unwrap } from '@cw/kernel';
import { expect, test } from 'vitest';
import { openTestTasks } from '../testing.ts';
import { listTaskTree, type TaskNode } from './task-tree.ts';

test('where another program wrote parents that go round in a circle, each task stands in one place all the same', async () => {
  using home = openTestTasks();
  const named = async (title: string, parent?: string) => (await home.build({ title, parent })).id;
  const first = await named('first');
  const second = await named('second', first);
  const third = await named('third', second);
  await named('below', second);
  await named('apart');
  const tamper = 'UPDATE tasks SET parent_n = (SELECT n FROM tasks WHERE id = ?) WHERE id = ?';
  await home.inTx((tx) => tx.run(tamper, [third, first]));
  const tree = async (without = '') => {
    const also = [{ sql: 't.title <> ?', params: [without] }];
    const page = unwrap(await listTaskTree(home.storage.read, { also }));
    expect(page.total).toBe(page.items.length);
    return page.items.map(told);
  };
  expect(await tree()).toEqual(['first(second(third,below))', 'apart']);
  expect(await tree('third')).toEqual(['first(second(below))', 'apart']);
  expect(await tree('first')).toEqual(['second(third,below)', 'apart']);
});

function told({ title, children }: TaskNode): string {
  return children.length === 0 ? title : `${title}(${children.map(told).join(',')})`;
}
