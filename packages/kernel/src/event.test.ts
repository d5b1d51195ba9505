import { expect, test } from 'vitest';
import { formatPosition, parsePosition } from './event.ts';

test('a position is read back as it was written', () => {
  expect(parsePosition(formatPosition('lg_0123456789ab', 42))).toEqual({ logId: 'lg_0123456789ab', seq: 42 });
});

test.each(['', '42', 'lg_x:', 'lg_x:-1', 'lg_x:1.5', 'tk_0123456789ab:1', 'lg_x:1:2'])('%j is no position', (text) => {
  expect(parsePosition(text)).toBeUndefined();
});
