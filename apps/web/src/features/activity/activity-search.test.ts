import { expect, test } from 'vitest';
import { RefusedAddress } from '../../data/search-params.ts';
import { readActivitySearch, timesOf } from './activity-search.ts';

test('an address is read, and what means nothing in it is refused', () => {
  const raw = {
    entity: 'tk_abc',
    by: 'run,user',
    kind: 'task.closed,run',
    since: '7d',
    until: '2026-03-01',
    steps: true,
  };
  expect(readActivitySearch(raw)).toEqual({ ...raw, by: 'user,run', actor: undefined });
  for (const wrong of [
    { entity: 'x' },
    { by: 'nobody' },
    { kind: 'DROP TABLE' },
    { since: 'yesterday' },
    { until: '2026-99-99' },
    { steps: 'some' },
  ]) {
    expect(() => readActivitySearch(wrong), JSON.stringify(wrong)).toThrow(RefusedAddress);
  }
});

test('a day lasts until the next one begins, where the browser is', () => {
  const { since, until } = timesOf({ since: '2026-03-01', until: '2026-03-01' }, 0);
  expect(Date.parse(until ?? '') - Date.parse(since ?? '')).toBe(24 * 3_600_000);
  expect(timesOf({ since: '1h' }, 3_600_000)).toEqual({ since: '1970-01-01T00:00:00.000Z' });
});
