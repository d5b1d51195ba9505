import { ok, randomId, unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import { bytesSource } from '@cw/task-formats/testing';
import { countingIds } from '@cw/testkit';
import { describe, expect, test } from 'vitest';
import { openTestTasks, testHolder } from '../testing.ts';
import { searchTasks } from './search-tasks.ts';

test('a task is found by its id, any unambiguous start of it, and without the prefix', async () => {
  using home = openTestTasks({ ids: countingIds() });
  await home.build();
  for (const ref of ['tk_000000000001', 'tk_0', '0000', '000000000001']) {
    expect(await home.tasks.queries.find(ref)).toEqual(ok('tk_000000000001'));
  }
});

test('an id is found in letters of either case, with or without its prefix', async () => {
  using home = openTestTasks({ ids: () => 'tk_abcdefgh1234' });
  await home.build();
  for (const ref of ['TK_ABCDEFGH1234', 'Tk_Abcd', 'ABCD', 'aBcDeFgH1234']) {
    expect(await home.tasks.queries.find(ref)).toEqual(ok('tk_abcdefgh1234'));
  }
});

test('a start of several names up to six of them, of which five are told; one of none says so', async () => {
  using home = openTestTasks({ ids: countingIds() });
  for (let index = 1; index <= 6; index += 1) await home.build({ title: `Task ${index}` });
  const answer = await home.tasks.queries.find('tk_0');
  expect(answer).toMatchObject({ ok: false, error: { kind: 'task.ambiguous', ref: 'tk_0' } });
  const candidates = !answer.ok && answer.error.kind === 'task.ambiguous' ? answer.error.candidates : [];
  expect(candidates.length).toBe(6);
  expect(candidates[0]).toEqual({ id: 'tk_000000000001', title: 'Task 1' });
  for (const ref of ['zzz', '', "'; DROP TABLE tasks; --", '%']) {
    expect(await home.tasks.queries.find(ref)).toMatchObject({
      ok: false,
      error: { kind: 'task.not-found', ref, missed: { near: [], inTrash: [] } },
    });
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

test.each([
  '12',
  '#12',
  'gh-12',
  'https://github.com/o/r/issues/12',
  'https://github.com/o/r/issues/12#issuecomment-1',
])('an issue that was imported is found by %s', async (ref) => {
  using home = openTestTasks();
  const issue = (number: number) => ({
    number,
    title: `Issue ${number}`,
    state: 'OPEN',
    url: `https://github.com/o/r/issues/${number}`,
    body: '',
    labels: [],
    assignees: [],
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
  });
  const source = bytesSource(Buffer.from(JSON.stringify([issue(12), issue(112)])));
  unwrap(await home.tasks.commands.import({ source, format: 'github' }, testAct));
  const id = unwrap(await home.tasks.queries.find(ref));
  expect((await home.get(id)).title).toBe('Issue 12');
  for (const words of [ref, id]) {
    const found = unwrap(await searchTasks(home.storage.read, { words }));
    expect(found.items.map(({ row }) => row.id)).toEqual([id]);
  }
});

describe('what may be meant by an id that no task has', () => {
  const ids = ['7f3kq9d2m1xa', '2m4x0vn9qw7i', '9c1d55555555', '9c1e55555555', 'zzzz00000000'];
  const [wanted = ''] = ids;

  async function missed(ref: string) {
    let made = 0;
    using home = openTestTasks({ ids: (kind) => (kind === 'task' ? `tk_${ids[made++]}` : randomId(kind)) });
    const tasks = [];
    for (const title of ids) tasks.push(await home.build({ title }));
    unwrap(await home.tasks.commands.delete({ tasks: [tasks.at(-1)?.id ?? ''], holder: testHolder }, testAct));
    const found = await home.tasks.queries.find(ref);
    const same = await home.tasks.commands.reopen({ task: ref }, testAct);
    expect(same).toEqual(found);
    return found.ok || found.error.kind !== 'task.not-found' ? undefined : found.error.missed;
  }

  test.each([
    ['a letter is wrong', 'tk_7f3x', [wanted]],
    ['the first letter is wrong', '8f3kq9', [wanted]],
    ['two letters are swapped', '7fk3', [wanted]],
    ['a letter is missing', 'tk_7f3q9d', [wanted]],
    ['a letter is too many', '7f33kq9d2m1xa', [wanted]],
    ['the prefix is another', 'TK-7F3KQ', [wanted]],
    ['it is between two', '9c1x5555', ['9c1d55555555', '9c1e55555555']],
    ['more than one letter is wrong', '7fxxq9d2m1xa', []],
    ['it is too short to tell', '8f3', []],
    ['it is no id', '7f3%', []],
  ])('where %s', async (_what, ref, near) => {
    expect((await missed(ref))?.near.map(({ title }) => title)).toEqual(near);
  });

  test('one in the trash, and then no other', async () => {
    expect(await missed('zzzz')).toEqual({ near: [], inTrash: [{ id: 'tk_zzzz00000000', title: 'zzzz00000000' }] });
  });
});
