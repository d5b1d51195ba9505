import { describe, expect, test } from 'vitest';
import { parseEstimate } from './estimate.ts';

describe('an estimate', () => {
  test.each([
    ['90', 90],
    ['90m', 90],
    ['2h', 120],
    ['1.5h', 90],
    ['1h30m', 90],
    ['1d 4h', 720],
    ['1w', 2400],
    ['2 hours', 120],
    ['1 day 30 minutes', 510],
  ])('of %s is %d minutes', (text, minutes) => {
    expect(parseEstimate(text)).toEqual({ ok: true, value: minutes });
  });

  test.each(['', '0', '0m', '-5', 'm', 'soon', '1m1h', '999999999'])('is not "%s"', (text) => {
    expect(parseEstimate(text)).toMatchObject({ error: { kind: 'task.bad-estimate' } });
  });
});
