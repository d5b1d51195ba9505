import { expect, test } from 'vitest';
import { withLocalTimes } from './local-times.ts';

test('times in a sentence of the server are told by this browser’s clock', () => {
  expect(withLocalTimes('It is tried again at 2019-03-04T05:06:07Z.')).toMatch(
    /^It is tried again at \d Mar, \d\d:\d6\.$/,
  );
  expect(withLocalTimes('It is tried again at once.')).toBe('It is tried again at once.');
});
