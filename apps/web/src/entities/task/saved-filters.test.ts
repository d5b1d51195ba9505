import { expect, test } from 'vitest';
import { readSaved } from './saved-filters.ts';

test('what was stored is read as far as it makes sense, and leads nowhere but to tasks', () => {
  const mine = { name: 'Mine', address: '/tasks?assignee=ada' };
  const foreign = { name: 'Else', address: 'https://example.org/tasks' };
  expect(readSaved(JSON.stringify([mine, foreign, { name: 7 }, null]))).toEqual([mine]);
  for (const text of [undefined, '', '{}', 'null', '[']) expect(readSaved(text)).toEqual([]);
});
