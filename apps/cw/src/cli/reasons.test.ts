import { expect, test } from 'vitest';
import { reasonNouns, sayReason } from './reasons.ts';

test.each(reasonNouns)('a reason of another version is said by its code alone: %s', (noun) => {
  expect(sayReason({ code: `${noun}.newer` })).toBe(`${noun}.newer`);
});
