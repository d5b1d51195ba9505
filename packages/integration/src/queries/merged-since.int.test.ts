import { expect, test } from 'vitest';
import { startTestQueue } from '../testing.ts';
import { mergedSince } from './merged-since.ts';

test('what was merged since a moment is told newest first, by project and in all', async () => {
  await using it = await startTestQueue();
  const ids = [
    await it.enqueue({ 'a.txt': 'a\n' }, { title: 'A' }),
    await it.enqueue({ 'b.txt': 'b\n' }, { title: 'B' }),
  ];
  await it.process();
  const { read } = it.storage;
  const ask = { since: 0, limit: 1 };
  expect(await mergedSince(read, { ...ask, projectId: it.project.id })).toMatchObject({
    total: 2,
    items: [{ id: ids[1]?.id, taskTitle: 'B', projectName: it.project.name }],
  });
  expect(await mergedSince(read, { ...ask, projectId: 'pr_other' })).toEqual({ items: [], total: 0 });
  expect((await mergedSince(read, { ...ask, since: Number.MAX_SAFE_INTEGER })).total).toBe(0);
});
