import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';

const words = ['create', 'close', 'claim', 'list', 'label', 'priority', 'q'];

test.each([
  ['craete', 'create'],
  ['creat', 'create'],
  ['lst', 'list'],
  ['LIST', 'list'],
  ['lable', 'label'],
  ['prioritty', 'priority'],
  ['clsoe', 'close'],
  ['frobnicate', undefined],
  ['x', undefined],
  ['', undefined],
])('%j is taken for %j', (word, wanted) => {
  expect(nearest(word, words)).toBe(wanted);
});
