import { expect, test } from 'vitest';
import { missingWalls } from './sandbox.ts';

test('a machine for which there is no filter of system calls says which walls are missing', () => {
  const program = '/usr/bin/bwrap';
  expect(missingWalls({ program, nesting: 'bubblewrap', filter: '/w/sandbox.filter' })).toBeUndefined();
  expect(missingWalls({ program, nesting: 'bubblewrap', filter: null })).toMatch(/^without the filter of system calls/);
  expect(missingWalls({ program, nesting: null, filter: null })).toMatch(/user namespaces of its own/);
});
