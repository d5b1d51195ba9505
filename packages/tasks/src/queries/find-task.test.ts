import { ok } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { countingIds } from '@cw/testkit';
import { expect, test } from 'vitest';
import { bytesSource, openTestTasks } from '../testing.ts';

test('a task is found by its id, any unambiguous start of it, and without the prefix', async () => {
  using home = openTestTasks({ ids: countingIds() });
  await home.build();
  for (const ref of ['tk_000000000001', 'tk_0', '0000', '000000000001']) {
    expect(await home.tasks.queries.find(ref)).toEqual(ok('tk_000000000001'));
  }
});

test('a start of several names up to five of them; one of none says so', async () => {
  using home = openTestTasks({ ids: countingIds() });
  for (let index = 1; index <= 6; index += 1) await home.build({ title: `Task ${index}` });
  const answer = await home.tasks.queries.find('tk_0');
  expect(answer).toMatchObject({ ok: false, error: { kind: 'task.ambiguous', ref: 'tk_0' } });
  const candidates = !answer.ok && answer.error.kind === 'task.ambiguous' ? answer.error.candidates : [];
  expect(candidates.length).toBe(5);
  expect(candidates[0]).toEqual({ id: 'tk_000000000001', title: 'Task 1' });
  for (const ref of ['zzz', '', "'; DROP TABLE tasks; --", '%']) {
    expect(await home.tasks.queries.find(ref)).toEqual({ ok: false, error: { kind: 'task.not-found', ref } });
  }
});

test('a whole id of another tracker wins over longer ones that begin with it', async () => {
  using home = openTestTasks();
  const lines = ['app-1', 'app-1.1', 'app-12'].map((id) => JSON.stringify({ id, title: id })).join('\n');
  await home.tasks.commands.import({ source: bytesSource(Buffer.from(lines)) }, testAct);
  const titleOf = async (ref: string) => {
    const id = await home.tasks.queries.find(ref);
    return id.ok ? (await home.get(id.value)).title : id.error.kind;
  };
  expect(await titleOf('app-1')).toBe('app-1');
  expect(await titleOf('app-12')).toBe('app-12');
  expect(await titleOf('app')).toBe('task.ambiguous');
});
