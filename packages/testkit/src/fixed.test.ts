import { expect, test } from 'vitest';
import { countingIds, fixedClock } from './fixed.ts';

test('a fixed clock moves only when it is told to', () => {
  const clock = fixedClock(1000);
  expect([clock.now(), clock.now(), clock.advance(5), clock.now()]).toEqual([1000, 1000, 1005, 1005]);
});

test('ids are counted for each kind', () => {
  const ids = countingIds();
  expect([ids('task'), ids('run'), ids('task')]).toEqual(['tk_000000000001', 'rn_000000000001', 'tk_000000000002']);
});
