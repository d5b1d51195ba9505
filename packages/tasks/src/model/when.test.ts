import { describe, expect, test } from 'vitest';
import { parseWhen } from './when.ts';

const local = (year: number, month: number, day: number, ...time: number[]) =>
  new Date(year, month - 1, day, ...time).getTime();
/** A Wednesday. */
const now = local(2026, 6, 10, 15, 30);

describe('a date', () => {
  test.each([
    ['2026-07-01', local(2026, 7, 1)],
    ['2026-07-01T09:00Z', Date.parse('2026-07-01T09:00Z')],
    ['2026-07-01T09:00:00.123456789Z', Date.parse('2026-07-01T09:00:00.123Z')],
    ['2026-07-01T09:00:00-08:00', Date.parse('2026-07-01T17:00Z')],
    ['2026-07-01 09:00', local(2026, 7, 1, 9)],
    ['2d', now + 2 * 86_400_000],
    ['+6h', now + 6 * 3_600_000],
    ['90m', now + 90 * 60_000],
    ['in 3 weeks', now + 21 * 86_400_000],
    ['1mo', local(2026, 7, 10, 15, 30)],
    ['today', local(2026, 6, 10)],
    ['Tomorrow', local(2026, 6, 11)],
    ['monday', local(2026, 6, 15)],
    ['wed', local(2026, 6, 17)],
    ['next friday', local(2026, 6, 12)],
    ['next week', local(2026, 6, 15)],
    ['yesterday', local(2026, 6, 9)],
    ['tomorrow 9am', local(2026, 6, 11, 9)],
    ['Friday at 17:30', local(2026, 6, 12, 17, 30)],
    ['2026-07-01 12:15 pm', local(2026, 7, 1, 12, 15)],
    ['today noon', local(2026, 6, 10, 12)],
    ['dec 24', local(2026, 12, 24)],
    ['June 10', local(2026, 6, 10)],
    ['3rd march', local(2027, 3, 3)],
    ['jan 5th, 2031', local(2031, 1, 5)],
    ['0026-03-01', Date.parse('0026-03-01T00:00')],
    ['1 march 0099', Date.parse('0099-03-01T00:00')],
    ['24 Dec 8:05', local(2026, 12, 24, 8, 5)],
  ])('may be said as %s', (text, expected) => {
    expect(parseWhen(text, now, 'begin')).toEqual({ ok: true, value: expected });
  });

  test('of work that is due means the end of the day where no time is told', () => {
    expect(parseWhen('2026-07-01', now, 'end')).toEqual({ ok: true, value: local(2026, 7, 1, 23, 59, 59) });
    expect(parseWhen('tomorrow', now, 'end')).toEqual({ ok: true, value: local(2026, 6, 11, 23, 59, 59) });
  });

  test('a month after the last of January is the last of February', () => {
    expect(parseWhen('1mo', local(2026, 1, 31, 8), 'begin')).toEqual({ ok: true, value: local(2026, 2, 28, 8) });
  });

  test.each([
    '',
    '2026-02-30',
    '2026-13-01',
    '2026-07-01T25:00',
    'soon',
    '5x',
    '-2d',
    'su',
    '2026-7-1',
    '26-07-01',
    'feb 30',
    'tomorrow 25:00',
    'soon 9am',
    'now 9am',
  ])('is not "%s"', (text) => {
    expect(parseWhen(text, now, 'begin')).toEqual({ ok: false, error: { kind: 'task.bad-date', text } });
  });
});
