import { expect, test } from 'vitest';
import { codeTokens } from './code-tokens.ts';

const kinds = (line: string) =>
  codeTokens(line)
    .filter((token) => token.kind !== 'plain')
    .map((token) => `${token.kind}:${token.text}`);

test('keywords, calls, types and strings are told apart', () => {
  expect(kinds("const row: DraftRow = load('drafts');")).toEqual([
    'keyword:const',
    'type:DraftRow',
    'function:load',
    "string:'drafts'",
  ]);
});

test('nothing of the line is lost', () => {
  const line = 'x = "a\\"b" + `t` // end (not a call)';
  expect(
    codeTokens(line)
      .map((token) => token.text)
      .join(''),
  ).toBe(line);
});

test('a comment is one piece', () => {
  expect(kinds('  // if (x) return')).toEqual(['comment:// if (x) return']);
});
