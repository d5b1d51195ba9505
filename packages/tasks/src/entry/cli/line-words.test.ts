import { expect, test } from 'vitest';
import { lineWords } from './line-words.ts';

test.each<[string, string[]]>([
  ['close tk_1  -r done', ['close', 'tk_1', '-r', 'done']],
  [`create "It's new" 'say "so"' --x=""`, ['create', "It's new", 'say "so"', '--x=']],
  ['create "a \\"b\\" \\n" c\\ d # a comment', ['create', 'a "b" \\n', 'c d']],
  [`a#b 'it'"s" ""`, ['a#b', 'its', '']],
  ['q שלום 🎉', ['q', 'שלום', '🎉']],
  ['  # only a comment', []],
])('%s', (line, words) => {
  expect(lineWords(line)).toEqual({ ok: true, value: words });
});

test.each([['a "b'], ["a 'b"], ['a \\']])('%s is not a whole line', (line) => {
  expect(lineWords(line).ok).toBe(false);
});
