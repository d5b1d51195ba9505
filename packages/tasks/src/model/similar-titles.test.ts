import { expect, test } from 'vitest';
import { areSimilar, titleWords } from './similar-titles.ts';

test.each([
  ['Fix the login redirect', 'fix a LOGIN redirect!', true],
  ['Fix the login redirect', 'Fix login redirect', true],
  ['Café öffnen', 'cafe offnen', true],
  ['ログイン', 'ログイン', true],
  ['Fix the login redirect', 'Fix the logout redirect', false],
  ['Update the docs of module 3', 'Update the docs of module 4', false],
  ['🎉', '🎉', false],
  ['', 'x', false],
])('%s and %s', (left, right, similar) => {
  expect(areSimilar(titleWords(left), titleWords(right))).toBe(similar);
});
