import { expect, test } from 'vitest';
import { RefusedAddress } from '../../data/search-params.ts';
import { buildRow } from '../../data/testing.ts';
import { isWithin } from './task-dates.ts';
import { filterOf } from './task-filter.ts';
import { readTaskSearch, type TaskSearch } from './task-search.ts';

const now = Date.parse('2026-02-01T00:00:00Z');
const unknown = { byText: undefined, byQuery: undefined };
const passes = (row: ReturnType<typeof buildRow>, search: TaskSearch & { project?: string }) =>
  filterOf(search, unknown, now)(row);

test('what means nothing in a URL is refused, each with what was meant, and a number is a text', () => {
  const raw = { status: 'raedy,ready', priority: 7, group: 'colour', page: 'yes', due: 'soon', reverse: 1, label: 42 };
  const refused = () => readTaskSearch(raw);
  expect(refused).toThrow(RefusedAddress);
  try {
    refused();
  } catch (error) {
    expect((error as RefusedAddress).unknown.map(({ name, given, meant }) => [name, given, meant])).toEqual([
      ['status', 'raedy', 'ready'],
      ['priority', '7', undefined],
      ['due', 'soon', undefined],
      ['group', 'colour', undefined],
      ['reverse', '1', undefined],
      ['page', 'yes', undefined],
    ]);
  }
  expect(readTaskSearch({ label: 42, status: '', page: false }).label).toBe('42');
});

test('a URL read twice says the same', () => {
  const search = readTaskSearch({
    status: 'ready,done',
    priority: 'P1',
    type: 'bug',
    label: 'web',
    anyLabel: 'a,b',
    notLabel: 'c',
    page: true,
    assignee: 'none',
    created: '7d',
    updated: '-30d',
    due: 'overdue',
    where: 'label = web',
    group: 'project',
    sort: 'due',
    reverse: true,
    view: 'board',
  });
  expect(readTaskSearch(search)).toEqual(search);
});

test('a filter without limits passes every row', () => {
  expect(passes(buildRow({ state: 'done' }), {})).toBe(true);
});

test('limits of different kinds must all hold', () => {
  const search = { status: 'ready,waiting', priority: 'P1', label: 'web,api', q: 'OUTBOX order' };
  const row = buildRow({ state: 'ready', priority: 'P1', labels: ['api', 'web'], title: 'Order of the outbox' });
  expect(passes(row, search)).toBe(true);
  expect(passes({ ...row, labels: ['web'] }, search)).toBe(false);
  expect(passes({ ...row, priority: 'P2' }, search)).toBe(false);
  expect(passes({ ...row, title: 'Outbox' }, search)).toBe(false);
});

test.each<[TaskSearch & { project?: string }, Parameters<typeof buildRow>[0], Parameters<typeof buildRow>[0]]>([
  [{ anyLabel: 'a,b' }, { labels: ['b'] }, { labels: ['c'] }],
  [{ notLabel: 'a,b' }, { labels: ['c'] }, { labels: ['b', 'c'] }],
  [{ type: 'bug,chore' }, { type: 'chore' }, { type: 'task' }],
  [{ assignee: 'none,ada' }, { assignee: null }, { assignee: 'bob' }],
  [{ q: 'tk_7f3' }, { id: 'tk_7f3k00000000' }, { id: 'tk_000000000000' }],
  [{ project: 'pr_a' }, { projectId: 'pr_a' }, { projectId: 'pr_b' }],
  [{ updated: '7d' }, { updatedAt: '2026-01-30T00:00:00Z' }, { updatedAt: '2026-01-20T00:00:00Z' }],
  [{ created: '-7d' }, { createdAt: '2026-01-20T00:00:00Z' }, { createdAt: '2026-01-30T00:00:00Z' }],
  [{ closed: '7d' }, { closedAt: '2026-01-30T00:00:00Z' }, { closedAt: null }],
  [{ due: 'overdue' }, { dueAt: '2026-01-30T00:00:00Z' }, { dueAt: '2026-01-30T00:00:00Z', status: 'closed' }],
])('%j limits the list', (search, inside, outside) => {
  expect([passes(buildRow(inside), search), passes(buildRow(outside), search)]).toEqual([true, false]);
});

test('a date to come, or none, is told too', () => {
  const within = (at: string | null, span: string) => isWithin(at, span, { now, due: true });
  expect(['2026-02-05T00:00:00Z', '2026-03-05T00:00:00Z', null].map((at) => within(at, '7d'))).toEqual([
    true,
    false,
    false,
  ]);
  expect([within(null, 'none'), within('2026-02-05T00:00:00Z', 'none')]).toEqual([true, false]);
});

test('what only the server can tell is added for text, and limits for a query', () => {
  const row = buildRow({ id: 'tk_a', title: 'Title' });
  const known = { byText: new Set(['tk_a']), byQuery: new Set<string>() };
  expect(filterOf({ q: 'in the description' }, known, now)(row)).toBe(true);
  expect(filterOf({ where: 'label = x' }, known, now)(row)).toBe(false);
});
