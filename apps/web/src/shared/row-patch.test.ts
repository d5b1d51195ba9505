import { expect, test } from 'vitest';
import type { TaskRow } from './api-types.ts';
import { withRows } from './row-patch.ts';

const row = (id: string, title = id): TaskRow => ({
  id,
  title,
  status: 'open',
  outcome: null,
  statusReason: null,
  priority: 'P2',
  type: 'task',
  assignee: null,
  dispatch: 'manual',
  labels: [],
  parentId: null,
  projectId: null,
  ready: true,
  estimate: null,
  dueAt: null,
  deferUntil: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  closedAt: null,
  lease: null,
  revision: 1,
  state: 'ready',
  blockedByCount: 0,
  dependentCount: 0,
});
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
