import { expect, test } from 'vitest';
import { missingWalls, wallsText } from './sandbox.ts';

test('a machine for which there is no filter of system calls says which walls are missing', () => {
  const program = '/usr/bin/bwrap';
  expect(missingWalls({ program, nesting: 'bubblewrap', filter: '/w/sandbox.filter' })).toBeUndefined();
  expect(missingWalls({ program, nesting: 'bubblewrap', filter: null })).toMatch(/^without the system call filter/);
  expect(missingWalls({ program, nesting: null, filter: null })).toMatch(/nested user namespaces/);
});

test('of a run is said what walls it has, and which it has not', () => {
  expect(wallsText({ on: true })).toBe('sandboxed');
  expect(wallsText({ on: true, network: 'private' })).toBe('sandboxed, with a private network');
  expect(wallsText({ on: true, network: 'private', missing: 'without x' })).toBe(
    'sandboxed, with a private network, without x',
  );
});
