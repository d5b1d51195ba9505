import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { expect, test } from 'vitest';
import { openTestTasks, testHolder } from '../testing.ts';

test('a task is found while its id or a word of it is typed, closed or not', async () => {
  using home = openTestTasks();
  const outbox = await home.build({ title: 'Keep the outbox in order', description: 'By its position.' });
  const done = await home.build({ title: 'Reorder notes' });
  unwrap(await home.tasks.commands.close({ task: done.id, holder: testHolder }, testAct));
  const idsOf = async (text: string) => (await home.tasks.queries.typed({ text, limit: 8 })).map(({ row }) => row.id);
  expect(await idsOf(outbox.id.slice(0, 7))).toEqual([outbox.id]);
  expect(await idsOf(outbox.id.slice(3).toUpperCase())).toEqual([outbox.id]);
  expect(await idsOf('ord')).toEqual([outbox.id, done.id]);
  expect(await idsOf('positio')).toEqual([outbox.id]);
  expect(await idsOf('" OR 1')).toEqual([]);
  expect(await idsOf('  ')).toEqual([]);
});

test('ids are told of what a text and a query mean together', async () => {
  using home = openTestTasks();
  const one = await home.build({ title: 'One', labels: ['web'], description: 'the outbox' });
  await home.build({ title: 'Two', labels: ['web'] });
  const three = await home.build({ title: 'Three', description: 'an outbox' });
  const { matching } = home.tasks.queries;
  expect(unwrap(await matching({ text: 'outbox' }))).toEqual([one.id, three.id]);
  expect(unwrap(await matching({ text: 'outbox', query: 'label = web' }))).toEqual([one.id]);
  expect(unwrap(await matching({ query: 'not label = web' }))).toEqual([three.id]);
  expect(unwrap(await matching({}))).toHaveLength(3);
  expect(await matching({ query: 'colour = red' })).toMatchObject({ error: { kind: 'query.wrong' } });
});

test('rows come with those whose state follows from them, and what is gone is told', async () => {
  using home = openTestTasks();
  const parent = await home.build();
  const first = await home.build({ parent: parent.id });
  const waits = await home.build({ needs: [first.id] });
  const below = await home.build({ parent: waits.id });
  await home.build();
  const gone = await home.build();
  unwrap(await home.tasks.commands.delete({ tasks: [gone.id], holder: testHolder }, testAct));
  const { rows, gone: missing } = await home.tasks.queries.rows([first.id, gone.id, 'tk_none']);
  expect(rows.map(({ id }) => id).toSorted()).toEqual([parent.id, first.id, waits.id, below.id].toSorted());
  expect(missing).toEqual([gone.id, 'tk_none']);
});
