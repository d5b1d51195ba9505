import { expect, test } from 'vitest';
import { estimateText, metadataText, metadataValue, momentText } from './field-texts.ts';

test.each([
  [null, ''],
  [45, '45m'],
  [180, '3h'],
  [12 * 60, '1d 4h'],
  [2400, '1w'],
])('%j minutes of work are %j', (minutes, text) => expect(estimateText(minutes)).toBe(text));

test('a whole day is told by its day, any other moment to the minute', () => {
  const end = new Date(2026, 2, 1, 23, 59, 59, 999).toISOString();
  const begin = new Date(2026, 2, 1).toISOString();
  expect(momentText(end, 'end')).toBe('2026-03-01');
  expect(momentText(begin, 'begin')).toBe('2026-03-01');
  expect(momentText('2026-03-01T09:30:00.000Z', 'end')).toBe('2026-03-01T09:30Z');
  expect(momentText(null, 'end')).toBe('');
});

test('metadata is a JSON object or nothing', () => {
  expect(metadataValue(metadataText({ ticket: 17 }))).toEqual({ ticket: 17 });
  expect(metadataValue(metadataText({}))).toBeNull();
  expect(() => metadataValue('[1]')).toThrow(/JSON object/);
  expect(() => metadataValue('{')).toThrow(/Invalid JSON/);
});
