import { expect, test } from 'vitest';
import { tellMinutes } from './told-time.ts';

test.each([
  [180, '3h'],
  [90, '1h 30m'],
  [45, '45m'],
  [0, '0m'],
])('%i minutes are %s', (minutes, told) => {
  expect(tellMinutes(minutes)).toBe(told);
});
