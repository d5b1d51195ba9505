import { err, ok } from '@cw/kernel';
import { describe, expect, test } from 'vitest';
import {
  decodeText,
  parseLabels,
  parsePriority,
  parseSaidText,
  parseText,
  parseTitle,
  parseType,
} from './task-text.ts';

describe('a title', () => {
  test('loses the blanks around it and may be in any script', () => {
    expect(parseTitle('  Fix 登录 🚀 שלום  ')).toEqual(ok('Fix 登录 🚀 שלום'));
  });

  test('may begin with dashes', () => {
    expect(parseTitle('--force is ignored')).toEqual(ok('--force is ignored'));
  });

  test.each(['', '   ', '\n\t', '\u200b', '\ufeff \u2060', '\u3164', '\u00ad\u202e'])(
    'that says nothing is refused: %j',
    (text) => {
      expect(parseTitle(text)).toEqual(err({ kind: 'task.title-empty' }));
    },
  );

  test.each(['a\nb', 'a\rb', 'a\u2028b', 'a\u0085b'])('of several lines is refused: %j', (text) => {
    expect(parseTitle(text)).toEqual(err({ kind: 'task.title-multiline' }));
  });

  test('has at most 500 characters, however many bytes they take', () => {
    expect(parseTitle('🚀'.repeat(500))).toEqual(ok('🚀'.repeat(500)));
    expect(parseTitle('x'.repeat(10_000))).toEqual(err({ kind: 'task.title-too-long', length: 10_000 }));
  });

  test.each(['a\0b', 'a\u001b[31mb', 'a\ud800'])('with control characters or broken text is refused: %j', (text) => {
    expect(parseTitle(text)).toEqual(err({ kind: 'task.text-binary', field: 'title' }));
  });
});

describe('a text', () => {
  test('keeps its lines, with one kind of line end', () => {
    expect(parseText('description', 'a\r\nb\rc\n')).toEqual(ok('a\nb\nc\n'));
  });

  test('holds at most 200 kB of UTF-8', () => {
    expect(parseText('description', 'é'.repeat(100_000)).ok).toBe(true);
    expect(parseText('description', 'é'.repeat(100_001))).toEqual(
      err({ kind: 'task.text-too-long', field: 'description', bytes: 200_002, limit: 200_000 }),
    );
  });

  test('from a file that is no text is refused as binary', () => {
    const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff, 0xfe]);
    expect(decodeText('description', picture)).toEqual(err({ kind: 'task.text-binary', field: 'description' }));
    expect(decodeText('description', Buffer.from('a\0b'))).toEqual(
      err({ kind: 'task.text-binary', field: 'description' }),
    );
  });

  test('that must say something may not be blank', () => {
    expect(parseSaidText('comment', ' \n ')).toEqual(err({ kind: 'task.text-empty', field: 'comment' }));
  });
});

describe('words', () => {
  test.each([
    ['P0', 'P0'],
    ['p3', 'P3'],
    ['2', 'P2'],
    ['Critical', 'P0'],
    ['high', 'P1'],
    ['normal', 'P2'],
    ['low', 'P3'],
  ])('%s is the priority %s', (text, priority) => expect(parsePriority(text)).toEqual(ok(priority)));

  test.each(['P4', '4', '-1', '01', 'higher', ''])('%j is no priority', (text) => {
    expect(parsePriority(text)).toEqual(err({ kind: 'task.bad-priority', text }));
  });

  test('a type is one word of small letters', () => {
    expect(parseType('Bug')).toEqual(ok('bug'));
    expect(parseType('two words')).toEqual(err({ kind: 'task.bad-type', text: 'two words' }));
  });

  test('labels may hold any text on one line, once each', () => {
    expect(parseLabels(['area: ui', 'b', ' b '])).toEqual(ok(['area: ui', 'b']));
    expect(parseLabels(['a\nb'])).toEqual(err({ kind: 'task.text-multiline', field: 'label' }));
  });
});
