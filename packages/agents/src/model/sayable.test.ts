import { expect, test } from 'vitest';
import { sayable, sayableVerdict } from './sayable.ts';

test('control characters and half characters are taken out, line breaks and tabs stay', () => {
  expect(sayable('a\u0000b\u001b[31mred\r\nnext\tcell\ud800')).toBe('ab[31mred\nnext\tcell\ufffd');
});

test('a text nobody can read to its end is cut, and says so', () => {
  expect(sayable('x'.repeat(300_000))).toHaveLength(4_000);
  expect(sayable('x'.repeat(300_000)).endsWith('…')).toBe(true);
});

test('a follow-up gets a title of one line, and one without a title is left out', () => {
  const followUps = [
    { title: `${'long '.repeat(100)}\nsecond`, description: 'd' },
    { title: ' \u0007 ', description: 'nothing' },
  ];
  const verdict = {
    outcome: 'done',
    reason: null,
    summary: 's',
    deviations: [],
    followUps,
    failure: null,
    limitResetsAt: null,
  } as const;
  const [only, ...others] = sayableVerdict(verdict).followUps;
  expect(others).toEqual([]);
  expect(only?.title.length).toBeLessThanOrEqual(200);
  expect(only?.title).not.toContain('\n');
});
