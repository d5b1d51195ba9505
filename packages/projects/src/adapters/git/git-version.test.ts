import { expect, test } from 'vitest';
import { isRecent } from './git-version.ts';

test('a git that is too old is told from one that is not', () => {
  expect(isRecent('git version 2.39.5')).toBe(true);
  expect(isRecent('git version 2.50.1 (Apple Git-155)')).toBe(true);
  expect(isRecent('git version 3.0.0')).toBe(true);
  expect(isRecent('git version 2.38.1')).toBe(false);
  expect(isRecent('something else')).toBe(false);
});
