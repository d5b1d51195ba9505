import { expect, test } from 'vitest';
import { bestMatches } from './text-match.ts';

const titles = ['Outbox table', 'Keep the outbox in order', 'Checkout page', 'Order of tables'];
const find = (query: string) => bestMatches(titles, query, (title) => title, 10);

test('every word must occur, in any order and case', () => {
  expect(find('ORDER outbox')).toEqual(['Keep the outbox in order']);
});

test('a match at the start comes before one in the middle of a word', () => {
  expect(find('out')).toEqual(['Outbox table', 'Keep the outbox in order', 'Checkout page']);
});

test('an empty query takes the first ones', () => {
  expect(bestMatches(titles, ' ', (title) => title, 2)).toEqual(['Outbox table', 'Keep the outbox in order']);
});
