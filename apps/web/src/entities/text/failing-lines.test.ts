import { expect, test } from 'vitest';
import { isFailing } from './failing-lines.ts';

test.each([
  'not ok 3 - adds two numbers',
  'FAIL src/sum.test.ts > adds',
  "TypeError: Cannot read properties of undefined (reading 'x')",
  'src/a.ts(3,5): error TS2322: Type',
  '✗ adds two numbers',
  ' ✖ 1 failing',
  "thread 'main' panicked at src/main.rs:4",
  '1 failed, 3 passed',
  'npm ERR! code ELIFECYCLE'.replace('ERR!', 'error'),
  'fatal: not a git repository',
])('a line that says what failed is marked: %s', (line) => {
  expect(isFailing(line)).toBe(true);
});

test.each([
  'ok 1 - fails without a name',
  '0 errors, 0 warnings',
  'no failures',
  'failures: 0',
  '✓ tells an error',
  'PASS src/error.test.ts',
  '3 passed',
  'Done in 15.4s',
])('a line that says that all is well is not: %s', (line) => {
  expect(isFailing(line)).toBe(false);
});
