import { describe, expect, test } from 'vitest';
import { LongNumber, longNumberIn, parseJsonText } from './long-number.ts';

const long = (text: string) => longNumberIn(parseJsonText(text), 'it');

describe('a number of a JSON text', () => {
  test.each([
    '0',
    '-0.0',
    '17',
    '1.50',
    '1e3',
    '1E+20',
    '9007199254740991',
    '9007199254740992',
    '0.1',
    '0.10000000000000001',
    '1.7976931348623157e308',
    '0.000000000000000000001',
    '12345678901234568',
  ])('is kept: %s', (digits) => {
    expect(parseJsonText(`{"a":${digits}}`)).toEqual({ a: Number(digits) });
  });

  test.each([
    '9007199254740993',
    '1234567890123456789',
    '-1234567890123456789',
    '1e999',
    '1e-999',
    '0.12345678901234567890',
    '1152921504606846976',
    `1${'0'.repeat(2000)}`,
  ])('is told where it would change: %s', (digits) => {
    expect(long(digits)).toEqual({ field: 'it', digits });
    expect(long(`{"b":[0, {"c d": ${digits} }],"x":"\\"1e999"}`)).toEqual({ field: 'it.b.1.c d', digits });
  });

  test('goes on as its digits, beside texts that only look like one', () => {
    const value = parseJsonText('[{"a":9007199254740993},":9007199254740993","digits \\\\",[1e999,"\\":1e999"]]');
    expect(value).toMatchObject([
      { a: new LongNumber('9007199254740993') },
      ':9007199254740993',
      'digits \\',
      [{}, '":1e999'],
    ]);
    expect(JSON.stringify(value)).toBe(
      String.raw`[{"a":"9007199254740993"},":9007199254740993","digits \\",["1e999","\":1e999"]]`,
    );
  });

  test('may have been rounded by what read it, where that was not this', () => {
    expect(longNumberIn({ a: 2 ** 60, b: 1 }, 'it', false)).toEqual({ field: 'it.a', digits: '1152921504606847000' });
    expect(longNumberIn({ a: 2 ** 60 }, 'it')).toBeUndefined();
    expect(longNumberIn({ a: [1e30, 0.1, 2 ** 53 - 1] }, 'it', false)).toBeUndefined();
  });

  test('is looked for in no time in a text of many quotes', () => {
    const text = JSON.stringify([JSON.stringify({ a: '"'.repeat(300_000) })]);
    expect(long(`[${text},9007199254740993]`)).toEqual({ field: 'it.1', digits: '9007199254740993' });
  });

  test('is no number where the text is none', () => {
    expect(() => parseJsonText('[01234567890123456789]')).toThrow(SyntaxError);
  });
});
