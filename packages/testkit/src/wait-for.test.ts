import { expect, test } from 'vitest';
import { waitFor } from './wait-for.ts';

test('answers the value of a condition once it holds', async () => {
  let looks = 0;
  const value = await waitFor(
    () => {
      looks += 1;
      return looks === 3 ? `look ${looks}` : undefined;
    },
    { interval: 1 },
  );
  expect(value).toBe('look 3');
});

test('a condition that throws is looked at again', async () => {
  let looks = 0;
  await waitFor(
    async () => {
      looks += 1;
      if (looks < 3) throw new Error('not there yet');
      return true;
    },
    { interval: 1 },
  );
  expect(looks).toBe(3);
});

test('a condition that never holds is named, with the last error', async () => {
  const never = waitFor(
    () => {
      throw new Error('no such row');
    },
    { timeout: 5, interval: 1, what: 'the task being closed' },
  );
  await expect(never).rejects.toThrow('the task being closed did not come true within 5 ms; last error: no such row');
});
