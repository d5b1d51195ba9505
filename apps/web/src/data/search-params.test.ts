import { expect, test } from 'vitest';
import { RefusedAddress, readAddress, withoutWord } from './search-params.ts';

const statuses = ['ready', 'waiting', 'done'] as const;

function unknownIn(raw: Record<string, unknown>) {
  try {
    readAddress(raw, ({ words }) => words('status', statuses));
    return [];
  } catch (error) {
    if (error instanceof RefusedAddress) return error.unknown;
    throw error;
  }
}

test('a word that means nothing is kept with what may stand there and what was meant', () => {
  expect(unknownIn({ status: 'ready,wating' })).toEqual([
    { name: 'status', given: 'wating', known: 'ready, waiting or done', meant: 'waiting' },
  ]);
  expect(unknownIn({ status: 'done,ready', other: 'x' })).toEqual([]);
});

test.each([
  ['?status=ready,wating&label=a%20b', undefined, '?status=ready&label=a+b'],
  ['?status=ready,wating&q=x', 'waiting', '?status=ready,waiting&q=x'],
  ['?status=waiting,wating', 'waiting', '?status=waiting'],
  ['?status=wating', undefined, ''],
  ['?status=%22wating%22&q=x', undefined, '?q=x'],
])('%s without its unknown word, or with %s in its place', (query, meant, right) => {
  expect(withoutWord(query, { name: 'status', given: 'wating', known: '', meant }, meant)).toBe(right);
});
