import { expect, test } from 'vitest';
import { textParts } from './text-parts.ts';

test('words and fenced code are told apart', () => {
  expect(textParts('Why.\n\n```sh\nnpm test\n```\n\nAfter.')).toEqual([
    { kind: 'words', text: 'Why.' },
    { kind: 'code', language: 'sh', text: 'npm test' },
    { kind: 'words', text: 'After.' },
  ]);
});

test('a fence within a longer one is part of the code, and one that nobody closes takes the rest', () => {
  expect(textParts('````diff\n+```\n+x\n````')).toEqual([{ kind: 'code', language: 'diff', text: '+```\n+x' }]);
  expect(textParts('```\na\n\nb')).toEqual([{ kind: 'code', language: '', text: 'a\n\nb' }]);
});

test('nothing is nothing', () => {
  expect(textParts('')).toEqual([]);
});
