import { describe, expect, test } from 'vitest';
import { InexactNumber, parseForeignJson, parseJsonText } from './json-text.ts';

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
  ])('is refused where it would change, or kept as a text: %s', (digits) => {
    const nested = `{"b":[0, {"c d": ${digits} }],"x":"\\"1e999"}`;
    expect(() => parseJsonText(digits)).toThrow(InexactNumber);
    expect(() => parseJsonText(nested)).toThrow(expect.objectContaining({ digits }));
    expect(parseForeignJson(nested)).toEqual({ b: [0, { 'c d': digits }], x: '"1e999' });
  });

  test('is told apart from texts that only look like one', () => {
    const text = '[{"a":9007199254740993},":9007199254740993","digits \\\\",[1e999,"\\":1e999"]]';
    expect(parseForeignJson(text)).toEqual([
      { a: '9007199254740993' },
      ':9007199254740993',
      'digits \\',
      ['1e999', '":1e999'],
    ]);
  });

  test('leaves the newer of two values under one key, as JSON.parse does, and any key as it is', () => {
    const value = parseForeignJson('{"a":1,"a":2,"__proto__":{"b":1e999}}');
    expect(JSON.stringify(value)).toBe('{"a":2,"__proto__":{"b":"1e999"}}');
  });

  test('is looked for in no time in a text of many quotes', () => {
    const text = JSON.stringify([JSON.stringify({ a: '"'.repeat(300_000) })]);
    expect(() => parseJsonText(`[${text},9007199254740993]`)).toThrow(InexactNumber);
  });

  test('is no number where the text is none', () => {
    expect(() => parseJsonText('[01234567890123456789]')).toThrow(SyntaxError);
    expect(() => parseForeignJson('[01234567890123456789]')).toThrow(SyntaxError);
  });
});
