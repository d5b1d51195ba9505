import { expect, test } from 'vitest';
import { pathTo, type WaitStep } from './waiting.ts';

const step = (id: string, point: WaitStep['point'], via: readonly [string, WaitStep['point']] | null): WaitStep => ({
  id,
  point,
  viaId: via?.[0] ?? null,
  viaPoint: via?.[1] ?? null,
});

const steps = [
  step('b', 'done', null),
  step('b', 'begin', ['b', 'done']),
  step('c', 'done', ['b', 'begin']),
  step('c', 'begin', ['c', 'done']),
  step('a', 'begin', ['c', 'begin']),
  step('a', 'begin', ['b', 'begin']),
];

test('a path names each task once, in the order of waiting', () => {
  expect(pathTo({ id: 'a', point: 'begin' }, steps)).toEqual(['b', 'c', 'a']);
});

test('there is no path to what was not reached', () => {
  expect(pathTo({ id: 'a', point: 'done' }, steps)).toBeUndefined();
});
