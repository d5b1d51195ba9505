import { expect, test } from 'vitest';
import { formatBytes, formatCount, formatDuration, formatMoment, formatMoney, modelName } from './format.ts';

test('counts keep three digits at most', () => {
  expect([0, 999, 1000, 9949, 9950, 318_400, 999_499, 1_240_000].map(formatCount)).toEqual([
    '0',
    '999',
    '1.0k',
    '9.9k',
    '10k',
    '318k',
    '999k',
    '1.2M',
  ]);
});

test('durations show their two largest units', () => {
  expect([8400, 42_000, 2_530_000, 11_100_000].map(formatDuration)).toEqual(['8.4s', '42s', '42m 10s', '3h 5m']);
});

test('money never rounds a cost down to nothing', () => {
  expect([0, 0.004, 1.359, 1234.5].map((usd) => formatMoney(usd))).toEqual(['$0.00', '<$0.01', '$1.36', '$1,234.50']);
  expect([0.004, 1.359].map((usd) => formatMoney(usd, true))).toEqual(['<$0.01', '≈$1.36']);
});

test('bytes are decimal', () => {
  expect([512, 6100, 84_000, 1_500_000].map(formatBytes)).toEqual(['512 B', '6.1 kB', '84 kB', '1.5 MB']);
});

test('a moment is told by the clock, on another day with its date', () => {
  const now = new Date(2026, 11, 1, 13, 0).getTime();
  expect(formatMoment(new Date(2026, 11, 1, 18, 5).getTime(), now)).toBe('18:05');
  expect(formatMoment(new Date(2026, 11, 2, 0, 30).getTime(), now)).toBe('2 Dec, 00:30');
});

test.each([
  ['claude-opus-4-8[1m]', 'opus 4.8'],
  ['claude-sonnet-4-20250514', 'sonnet 4'],
  ['claude-haiku-4-5-20251001', 'haiku 4.5'],
  ['opus', 'opus'],
  ['gpt-5.1-codex', 'gpt-5.1-codex'],
])('the model %s is called %s', (model, short) => {
  expect(modelName(model)).toBe(short);
});
