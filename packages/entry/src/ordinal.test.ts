import { expect, test } from 'vitest';
import { ordinal } from './ordinal.ts';

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [22, '22nd'],
  [113, '113th'],
])('place %i is the %s', (place, text) => {
  expect(ordinal(place)).toBe(text);
});
