import { testAct } from '@cw/storage/testing';
import { expect, test } from 'vitest';
import { openTestTasks } from './testing.ts';

test('a database that cannot grow refuses a task in words, and keeps what it has as it is', async () => {
  using home = openTestTasks();
  await home.build({ title: 'before' });
  const state = () => home.storage.read.all('SELECT (SELECT count(*) FROM tasks), (SELECT max(seq) FROM events)');
  const before = await state();
  const { n } = (await home.storage.read.get<{ n: number }>('SELECT page_count AS n FROM pragma_page_count')) ?? {
    n: 0,
  };
  await home.inTx((tx) => tx.get(`PRAGMA max_page_count = ${n}`));
  const much = { title: 'more', description: 'x'.repeat(200_000) };
  await expect(home.tasks.commands.create(much, testAct)).rejects.toMatchObject({
    code: 'storage.full',
    kind: 'unavailable',
  });
  expect(await state()).toEqual(before);
  await home.inTx((tx) => tx.get('PRAGMA max_page_count = 100000'));
  expect(await home.tasks.commands.create(much, testAct)).toMatchObject({ ok: true });
});
