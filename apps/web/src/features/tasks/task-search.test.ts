import { expect, test } from 'vitest';
import { filterOf, passes, readTaskSearch } from './task-search.ts';
import { taskRow } from './testing.ts';

test('what makes no sense in a URL is dropped and the rest is kept', () => {
  expect(readTaskSearch({ status: 'ready,nonsense', priority: 7, group: 'colour', q: 42, page: 'yes' })).toEqual({
    status: 'ready',
    priority: undefined,
    label: undefined,
    q: '42',
    group: undefined,
    page: undefined,
  });
});

test('a URL read twice says the same', () => {
  const search = readTaskSearch({ status: 'ready,done', priority: 'P1', label: 'web', group: 'project', page: true });
  expect(readTaskSearch(search)).toEqual(search);
});

test('a filter without limits passes every row', () => {
  expect(passes(taskRow({ state: 'done' }), filterOf({}))).toBe(true);
});

test('limits of different kinds must all hold', () => {
  const filter = filterOf({ status: 'ready,waiting', priority: 'P1', label: 'web,api', q: 'OUTBOX order' });
  const row = taskRow({ state: 'ready', priority: 'P1', labels: ['api', 'web'], title: 'Order of the outbox' });
  expect(passes(row, filter)).toBe(true);
  expect(passes({ ...row, labels: ['web'] }, filter)).toBe(false);
  expect(passes({ ...row, priority: 'P2' }, filter)).toBe(false);
  expect(passes({ ...row, title: 'Outbox' }, filter)).toBe(false);
});

test('text finds a task by its id', () => {
  expect(passes(taskRow({ id: 'tk_7f3k00000000' }), filterOf({ q: 'tk_7f3' }))).toBe(true);
});

test('a project limits the list to its tasks', () => {
  expect(passes(taskRow({ projectId: 'pr_b' }), filterOf({ project: 'pr_a' }))).toBe(false);
});
