import { describe, expect, test } from 'vitest';
import type { GraphEdge, TaskRow } from '../../data/api-types.ts';
import { buildRow } from '../../data/testing.ts';
import { stepFrom } from './graph-steps.ts';
import { graphView } from './graph-view.ts';

const needs = (task: string, on: string, over: Partial<GraphEdge> = {}): GraphEdge => ({
  task,
  on,
  type: 'blocks',
  unmet: true,
  ...over,
});
const open = (id: string, over: Partial<TaskRow> = {}) => buildRow({ id, title: id, ...over });
const done = (id: string) => open(id, { state: 'done', status: 'closed', outcome: 'done' });
const plain = { allLinks: false, hideOver: false, focus: undefined };

/** a → b → c, d → c, and beside it x → y. */
const rows = ['a', 'b', 'c', 'd', 'x', 'y'].map((id) => open(id));
const edges = [needs('b', 'a'), needs('c', 'b'), needs('c', 'd'), needs('y', 'x')];
const idsOf = (view: ReturnType<typeof graphView>) => view.rows.map(({ id }) => id);

describe('the critical path', () => {
  const path = (given: readonly TaskRow[], links: readonly GraphEdge[]) => graphView(given, links, plain).critical;

  test('is the chain of most tasks where nothing is estimated', () => {
    expect(path(rows, edges)).toEqual({ ids: ['a', 'b', 'c'], minutes: undefined, partly: true });
  });

  test('is the longest one by estimates, a task without one counting as their median', () => {
    const long = rows.map((row) =>
      row.id === 'x' ? { ...row, estimate: 600 } : row.id === 'y' ? { ...row, estimate: 60 } : row,
    );
    expect(path(long, edges)).toMatchObject({ ids: ['a', 'b', 'c'], minutes: undefined });
    const longer = long.map((row) => (row.id === 'a' ? { ...row, estimate: 30 } : row));
    expect(path(longer, edges)).toEqual({ ids: ['x', 'y'], minutes: 660, partly: false });
  });

  test('leaves out what is finished, what no longer waits, and links that only point', () => {
    const begun = rows.map((row) => (row.id === 'a' ? done('a') : row));
    const links = [
      needs('b', 'a', { unmet: false }),
      needs('c', 'b'),
      needs('d', 'c', { type: 'related', unmet: false }),
    ];
    expect(path(begun, links).ids).toEqual(['b', 'c']);
    expect(path(rows, []).ids).toEqual([]);
  });

  test('does not go round in a circle that another program wrote', () => {
    expect(path(rows, [needs('a', 'b'), needs('b', 'a'), needs('y', 'x')]).ids).toEqual(['x', 'y']);
  });
});

test('around a task is what it needs and what needs it, however far, and nothing beside them', () => {
  expect(idsOf(graphView(rows, edges, { ...plain, focus: 'b' }))).toEqual(['a', 'b', 'c']);
  expect(idsOf(graphView(rows, edges, { ...plain, focus: 'gone' }))).toHaveLength(6);
});

test('finished tasks out of sight are counted at those that follow them', () => {
  const view = graphView([done('a'), ...rows.slice(1)], edges, { ...plain, hideOver: true });
  expect(idsOf(view)).toEqual(['b', 'c', 'd', 'x', 'y']);
  expect(view.hiddenBefore).toEqual(new Map([['b', 1]]));
  expect(view.links.map(({ to }) => to)).toEqual(['c', 'c', 'y']);
});

test('links that only point, and parents of many, are drawn when they are asked for', () => {
  const partOf = (child: string, parent: string) => needs(child, parent, { type: 'parent-child', unmet: false });
  const links = [needs('b', 'a'), partOf('c', 'a'), needs('d', 'a', { type: 'related' })];
  expect(graphView(rows, links, plain).links.map(({ type }) => type)).toEqual(['blocks', 'parent-child']);
  expect(graphView(rows, links, { ...plain, allLinks: true }).links).toHaveLength(3);
  const children = Array.from({ length: 13 }, (_, index) => open(`k${index}`));
  const many = [needs('b', 'a'), ...children.map(({ id }) => partOf(id, 'a'))];
  expect(graphView([...rows, ...children], many, plain).links).toHaveLength(1);
  expect(graphView([...rows, ...children.slice(1)], many, plain).links).toHaveLength(13);
});

test('arrow keys go along links, and up and down within a column', () => {
  const places = new Map([
    ['a', { x: 0, y: 0 }],
    ['d', { x: 242, y: 100 }],
    ['b', { x: 242, y: 0 }],
    ['c', { x: 484, y: 40 }],
  ]);
  const { links } = graphView(rows, edges, plain);
  const go = (at: string, ...steps: readonly ('left' | 'right' | 'up' | 'down')[]) =>
    steps.reduce<string | undefined>((from, step) => from && stepFrom({ places }, links, from, step), at);
  expect(go('a', 'right', 'right')).toBe('c');
  expect(go('c', 'left')).toBe('b');
  expect(go('b', 'down')).toBe('d');
  expect(go('d', 'up')).toBe('b');
  expect(go('a', 'left')).toBeUndefined();
  expect(go('c', 'down')).toBeUndefined();
});
