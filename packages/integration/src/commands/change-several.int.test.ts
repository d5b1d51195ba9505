import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { expect, test } from 'vitest';
import { merges } from '../run.ts';
import { startTestQueue } from '../testing.ts';
import { changeSeveral } from './change-several.ts';
import { cancelMerge, holdMerge, releaseMerge } from './change-waiting.ts';

test('several requests are held, released and withdrawn at once, all of them or none', async () => {
  await using it = await startTestQueue();
  const first = await it.enqueue({ 'b.txt': 'b' });
  const second = await it.enqueue({ 'c.txt': 'c' });
  const merged = await it.enqueue({ 'd.txt': 'd' }, { priority: 'P0' });
  const change = (how: typeof holdMerge, ...named: string[]) =>
    merges().run(it, changeSeveral, how, { merges: named, reason: 'design' }, testAct);
  const states = async () =>
    Promise.all([first, second].map(async ({ id }) => unwrap(await it.merges.queries.find(id)).state));

  const held = unwrap(await change(holdMerge, first.id, second.taskId, first.taskId));
  expect(held).toMatchObject([
    { id: first.id, state: 'held' },
    { id: second.id, state: 'held' },
  ]);
  expect(await it.process()).toBe(1);
  expect(await change(releaseMerge, first.id, merged.id)).toMatchObject({
    error: { kind: 'merge.already-merged', mergeId: merged.id },
  });
  expect(await change(cancelMerge, first.id, 'mr_none')).toMatchObject({ error: { kind: 'merge.not-found' } });
  expect(await states()).toEqual(['held', 'held']);
  unwrap(await change(releaseMerge, second.id, first.id));
  expect(await states()).toEqual(['queued', 'queued']);
  unwrap(await change(cancelMerge, first.taskId, second.taskId));
  expect(await states()).toEqual(['cancelled', 'cancelled']);
});
