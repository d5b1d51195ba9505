import { LockLost } from '@cw/storage';
import { waitFor } from '@cw/testkit';
import { expect, test } from 'vitest';
import { offerAgain } from './offer-again.ts';

test('offers until nothing waits, also where an offer fails, and then no more', async () => {
  const errors: unknown[] = [];
  const answers = [2, new Error('disk full'), 1, 0, 1];
  let offers = 0;
  const give = async () => {
    const answer = answers[offers];
    offers += 1;
    if (answer instanceof Error) throw answer;
    return answer ?? 0;
  };
  const offering = offerAgain(give, 1, (error) => errors.push(error));
  offering.soon();
  offering.soon();
  await waitFor(() => offers === 4);
  offering.soon();
  await waitFor(() => offers === 6);
  await offering.end();
  offering.soon();
  expect([offers, errors]).toEqual([6, [new Error('disk full')]]);
});

test('says nothing and stops where another process dispatches by now', async () => {
  const errors: unknown[] = [];
  let offers = 0;
  const give = async () => {
    offers += 1;
    throw new LockLost();
  };
  const offering = offerAgain(give, 1, (error) => errors.push(error));
  offering.soon();
  await waitFor(() => offers === 1);
  await offering.end();
  expect(errors).toEqual([]);
});
