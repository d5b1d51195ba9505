import { expect, test } from 'vitest';
import { findCycles } from './cycles.ts';

const graph = (...edges: string[]) => {
  const made = new Map<string, string[]>();
  for (const [from = '', to = ''] of edges) made.set(from, [...(made.get(from) ?? []), to]);
  return made;
};

test.each([
  ['nothing', [], []],
  ['a diamond', ['ab', 'ac', 'bd', 'cd'], []],
  ['itself', ['aa'], ['aa']],
  ['two', ['ab', 'ba'], ['aba']],
  ['the short way of two', ['ab', 'bc', 'cd', 'da', 'ca'], ['abca']],
  ['two circles and a tail', ['ab', 'ba', 'bc', 'de', 'ef', 'fd', 'cg'], ['aba', 'defd']],
])('%s', (_, edges, wanted) => {
  const told = findCycles(graph(...edges)).map((path) => path.join(''));
  expect(told.map((path) => path.length).sort()).toEqual(wanted.map((path) => path.length).sort());
  expect(told.map((path) => [...new Set(path)].sort().join('')).sort()).toEqual(
    wanted.map((path) => [...new Set(path)].sort().join('')).sort(),
  );
});

test('a chain of a hundred thousand takes no recursion', () => {
  const chain = new Map(Array.from({ length: 100_000 }, (_, index) => [index, [(index + 1) % 100_000]]));
  expect(findCycles(chain)[0]?.length).toBe(100_001);
  chain.set(99_999, []);
  expect(findCycles(chain)).toEqual([]);
});
