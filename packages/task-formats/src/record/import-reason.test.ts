import { expect, test } from 'vitest';
import { type ImportReason, importedWords } from './import-reason.ts';

/** Each code, and what it says. */
const all: { readonly [Code in ImportReason['code']]: readonly [ImportReason & { readonly code: Code }, string] } = {
  'import.no-work': [{ code: 'import.no-work', type: 'molecule' }, 'A beads molecule is not work by itself.'],
  'import.blocked': [{ code: 'import.blocked' }, 'Blocked in beads.'],
  'import.deferred': [{ code: 'import.deferred' }, 'Deferred in beads, without a date.'],
  'import.status': [
    { code: 'import.status', tracker: 'task-master', word: 'review' },
    'Its status in task-master was "review".',
  ],
  'import.closed': [{ code: 'import.closed', how: 'not planned' }, 'Not planned on GitHub.'],
};

test.each(Object.values(all))('%j', (reason, words) => {
  expect(importedWords(reason)).toBe(words);
});

test('words that a file holds stay as they are', () => {
  expect(importedWords('Later.')).toBe('Later.');
  expect(importedWords(null)).toBeNull();
});
