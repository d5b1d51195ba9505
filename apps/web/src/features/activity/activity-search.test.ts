import { expect, test } from 'vitest';
import { readActivitySearch, timesOf } from './activity-search.ts';

test.each([
  [{ entity: 'tk_abc', by: 'run,nobody,user', kind: 'task.closed,run', since: '7d', steps: true }, { by: 'user,run' }],
  [{ entity: 'x', by: 'nobody', kind: 'DROP TABLE', since: 'yesterday', until: '2026-99-99' }, {}],
])('%j is read', (raw, kept) => {
  const { by, entity, kind, since, until } = readActivitySearch(raw);
  expect({ by, entity, kind, since, until }).toEqual(
    'by' in kept
      ? { by: 'user,run', entity: 'tk_abc', kind: 'task.closed,run', since: '7d', until: undefined }
      : { by: undefined, entity: undefined, kind: undefined, since: undefined, until: undefined },
  );
});

test('a day lasts until the next one begins, where the browser is', () => {
  const { since, until } = timesOf({ since: '2026-03-01', until: '2026-03-01' }, 0);
  expect(Date.parse(until ?? '') - Date.parse(since ?? '')).toBe(24 * 3_600_000);
  expect(timesOf({ since: '1h' }, 3_600_000)).toEqual({ since: '1970-01-01T00:00:00.000Z' });
});
