import { sayerOf } from '@cw/kernel';
import { expect, test } from 'vitest';
import { type SteeringReason, saySteeringReason } from './steering-reason.ts';

test('what a person cancelled without a word says so', () => {
  const reason: SteeringReason = { code: 'steering.cancelled' };
  expect(sayerOf({ steering: saySteeringReason })(reason)).toBe('Cancelled.');
});
