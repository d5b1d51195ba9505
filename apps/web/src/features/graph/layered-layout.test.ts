import { expect, test } from 'vitest';
import type { LayoutEdge, LayoutNode } from './graph-parts.ts';
import { layOut, nodeWidth } from './layered-layout.ts';

const nodes = (...ids: readonly string[]): readonly LayoutNode[] => ids.map((id) => ({ id, height: 60 }));

/** Pairs of nodes of which one lies over the other. */
function overlaps(all: readonly LayoutNode[], { places }: ReturnType<typeof layOut>) {
  const boxes = all.flatMap(({ id, height }) => {
    const place = places.get(id);
    return place ? [{ id, height, ...place }] : [];
  });
  expect(boxes).toHaveLength(all.length);
  return boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .filter((b) => Math.abs(a.x - b.x) < nodeWidth && a.y < b.y + b.height && b.y < a.y + a.height)
      .map((b) => `${a.id} ${b.id}`),
  );
}

test('each task stands to the right of all it needs, and one that needs nothing right before the first that needs it', () => {
  const all = nodes('a', 'b', 'c', 'd', 'late');
  const layout = layOut(all, [
    ['a', 'b'],
    ['b', 'c'],
    ['a', 'c'],
    ['c', 'd'],
    ['late', 'd'],
  ]);
  const column = (id: string) => (layout.places.get(id)?.x ?? Number.NaN) / 242;
  expect(['a', 'b', 'c', 'd', 'late'].map(column)).toEqual([0, 1, 2, 3, 2]);
  expect(overlaps(all, layout)).toEqual([]);
  expect(layout.routes.get('a c')).toHaveLength(1);
});

test('a chain is a straight line', () => {
  const { places } = layOut(nodes('a', 'b', 'c'), [
    ['a', 'b'],
    ['b', 'c'],
  ]);
  expect(new Set([...places.values()].map(({ y }) => Math.round(y))).size).toBe(1);
});

test('two links that need not cross do not', () => {
  const { places } = layOut(nodes('a', 'b', 'x', 'y', 'end'), [
    ['a', 'y'],
    ['b', 'x'],
    ['x', 'end'],
    ['y', 'end'],
  ]);
  const y = (id: string) => places.get(id)?.y ?? 0;
  expect(Math.sign(y('a') - y('b'))).toBe(Math.sign(y('y') - y('x')));
});

test.each<{ name: string; edges: readonly LayoutEdge[] }>([
  {
    name: 'a circle',
    edges: [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
    ],
  },
  { name: 'a link on itself', edges: [['a', 'a']] },
  {
    name: 'the same link twice',
    edges: [
      ['a', 'b'],
      ['a', 'b'],
    ],
  },
  {
    name: 'a link to what is not shown',
    edges: [
      ['a', 'gone'],
      ['gone', 'b'],
    ],
  },
  { name: 'no link', edges: [] },
])('$name is laid out all the same', ({ edges }) => {
  const all = nodes('a', 'b', 'c');
  expect(overlaps(all, layOut(all, edges))).toEqual([]);
});

test('nothing is laid out as nothing', () => {
  expect(layOut([], [])).toMatchObject({ height: 0, places: new Map() });
});

test('of a thousand tasks none lies over another', () => {
  const all = Array.from(
    { length: 1000 },
    (_, index): LayoutNode => ({ id: `n${index}`, height: index % 2 ? 78 : 60 }),
  );
  const edges = all.flatMap(({ id }, index): LayoutEdge[] => {
    const needed = (by: number): LayoutEdge[] => (index >= by ? [[`n${index - by}`, id]] : []);
    return index % 5 === 4 ? [] : [...needed(7 + (index % 11)), ...(index % 3 ? [] : needed(90))];
  });
  const layout = layOut(all, edges);
  expect(overlaps(all, layout)).toEqual([]);
  expect(layout.width / layout.height).toBeGreaterThan(0.5);
});
