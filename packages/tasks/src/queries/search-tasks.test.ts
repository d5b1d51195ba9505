import { unwrap } from '@cw/kernel';
import { testAct } from '@cw/storage/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestTasks, type TestTasks, testHolder } from '../testing.ts';
import { type SearchInput, searchTasks } from './search-tasks.ts';

let home: TestTasks;

beforeAll(async () => {
  home = openTestTasks();
  const { commands } = home.tasks;
  await home.build({ title: 'Fix the login redirect', description: 'People land on /.' });
  const { id } = await home.build({ title: 'Manual', description: 'Say in the manual where a login redirects to.' });
  await home.build({ title: 'Größe ändern', acceptance: 'C++ builds, 100% "green"' });
  await home.build({ title: '日本語のテキストを直す', description: 'แก้ไขข้อความ' });
  await home.build({ title: 'إصلاح تسجيل الدخول', description: 'हिन्दी पाठ' });
  await home.build({ title: 'Rocket 🚀 launch' });
  const closed = await home.build({ title: 'Login of old' });
  unwrap(await commands.comment({ task: id, text: 'Ada asked for an example' }, testAct));
  unwrap(await commands.close({ task: closed.id, holder: testHolder }, testAct));
});
afterAll(() => home[Symbol.dispose]());

async function find(words: string, more: Partial<SearchInput> = {}) {
  return unwrap(await searchTasks(home.storage.read, { words, ...more }));
}

const titles = async (words: string, more?: Partial<SearchInput>) =>
  (await find(words, more)).items.map(({ row }) => row.title);

describe('a search finds', () => {
  test.each([
    ['login', ['Fix the login redirect', 'Manual']],
    ['REDIR login', ['Fix the login redirect', 'Manual']],
    ['ogin', []],
    ['login"redirect', []],
    ['"login', ['Fix the login redirect', 'Manual']],
    ['manual example', ['Manual']],
    ['grosse', []],
    ['größe', ['Größe ändern']],
    ['GROßE andern', ['Größe ändern']],
    ['C++', ['Größe ändern']],
    ['C+', ['Größe ändern']],
    ['C#', []],
    ['login*', []],
    ['(Login, "manual"', ['Manual']],
    ['"green"', ['Größe ändern']],
    ['%', ['Größe ändern']],
    ['テキスト', ['日本語のテキストを直す']],
    ['ข้อความ', ['日本語のテキストを直す']],
    ['تسجيل', ['إصلاح تسجيل الدخول']],
    ['हिन्दी', ['إصلاح تسجيل الدخول']],
    ['🚀', ['Rocket 🚀 launch']],
    ['login OR rocket', []],
    ['title:login', []],
  ])('%s', async (words, wanted) => {
    expect(await titles(words)).toEqual(wanted);
  });

  test('closed tasks when asked to, and only what a filter means', async () => {
    expect((await titles('login', { all: true })).sort()).toEqual(['Fix the login redirect', 'Login of old', 'Manual']);
    expect(await titles('login', { status: ['closed'] })).toEqual(['Login of old']);
  });
});

test('a text with more hits than a call has room for', async () => {
  using full = openTestTasks();
  const { id } = await full.build({ title: 'Bang', description: '!'.repeat(199_000) });
  const found = unwrap(await searchTasks(full.storage.read, { words: '!' }));
  expect(found.items.map(({ row }) => row.id)).toEqual([id]);
  expect(unwrap(await searchTasks(full.storage.read, { words: '!'.repeat(60_000) })).total).toBe(1);
  expect(unwrap(await searchTasks(full.storage.read, { words: 'x'.repeat(60_000) })).total).toBe(0);
});

test('it says where the words were found', async () => {
  const told = async (words: string) =>
    (await find(words)).items.map(({ snippet }) => [
      snippet?.field,
      snippet?.pieces.map(({ text, hit }) => (hit ? `[${text}]` : text)).join(''),
    ]);
  expect(await told('manual wher')).toEqual([['description', 'Say in the [manual] [wher]e a login redirects to.']]);
  expect(await told('ada')).toEqual([['comment', '[Ada] asked for an example']]);
  expect(await told('rocket')).toEqual([['title', '[Rocket] 🚀 launch']]);
});

test('pages go on where the one before ended', async () => {
  const first = await find('login', { limit: 1, all: true });
  const second = await find('login', { limit: 1, all: true, cursor: first.nextCursor ?? '' });
  const third = await find('login', { limit: 1, all: true, cursor: second.nextCursor ?? '' });
  expect([first.total, second.total, third.nextCursor]).toEqual([3, 3, null]);
  const seen = [first, second, third].flatMap(({ items }) => items.map(({ row }) => row.title));
  expect(seen).toEqual(await titles('login', { all: true }));
});

test('any text can be searched for', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1 }), async (words) => {
      const found = await searchTasks(home.storage.read, { words });
      return found.ok || found.error.kind === 'task.text-empty';
    }),
    { numRuns: 300 },
  );
});
