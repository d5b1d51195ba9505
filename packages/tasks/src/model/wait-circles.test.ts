import { expect, test } from 'vitest';
import type { DependencyType } from './task-view.ts';
import { edgesInCircles } from './wait-circles.ts';

const edgesOf = (told: string) =>
  told.split(', ').map((edge) => {
    const [task = '', type = '', on = ''] = edge.split(' ');
    return { task, on, type: type as DependencyType };
  });

test.each([
  ['a blocks b, b blocks c', ''],
  ['a blocks b, b blocks a, c blocks a', 'a blocks b, b blocks a'],
  ['a related b, b related a', ''],
  ['a parent-child p, p blocks x', ''],
  ['a parent-child p, p blocks a', 'a parent-child p, p blocks a'],
  ['a parent-child p, a blocks p', 'a parent-child p, a blocks p'],
  ['a parent-child p, b parent-child p, b blocks a', ''],
  ['a parent-child p, a waits-for p', 'a parent-child p, a waits-for p'],
  ['a parent-child p, x blocks p, a on-failure x', 'a parent-child p, x blocks p, a on-failure x'],
])('of %s those in a circle are found: %s', (told, expected) => {
  const found = [...edgesInCircles(edgesOf(told))].map(({ task, type, on }) => `${task} ${type} ${on}`);
  expect(found.join(', ')).toBe(expected);
});

test('a chain of many is none, however long', () => {
  const edges = Array.from({ length: 50_000 }, (_, n) => ({ task: `${n}`, on: `${n + 1}`, type: 'blocks' as const }));
  expect(edgesInCircles(edges).size).toBe(0);
});
