import { expect, test } from 'vitest';
import { withRows } from './row-patch.ts';
import { buildRow } from './testing.ts';

const row = (id: string, title = id) => buildRow({ id, title });
const page = (...ids: string[]) => ({ items: ids.map((id) => row(id)), total: 3, nextCursor: null });
const list = () => ({ pages: [page('a', 'b'), page('c')], pageParams: [null, '2'] });

test('a changed row takes its place, and pages without it stay the same object', () => {
  const before = list();
  const after = withRows(before, [row('c', 'changed')]);
  expect(after.pages[1]?.items[0]?.title).toBe('changed');
  expect(after.pages[0]).toBe(before.pages[0]);
});

test('a new row is added once', () => {
  const after = withRows(list(), [row('d')]);
  expect(after.pages.flatMap((each) => each.items.map((item) => item.id))).toEqual(['d', 'a', 'b', 'c']);
});

test('what is gone leaves the list, and a newer row is not put back', () => {
  const newer = { ...list(), pages: [{ ...page('a'), items: [{ ...row('a', 'newer'), revision: 5 }] }, page('c')] };
  const after = withRows(newer, [row('a', 'older')], ['c', 'unknown']);
  expect(after.pages.flatMap((each) => each.items.map((item) => item.title))).toEqual(['newer']);
});
