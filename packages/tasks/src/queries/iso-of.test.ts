import { toIso } from '@cw/kernel';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoOf } from './iso-of.ts';

test('every instant reads as it does everywhere else', () => {
  const instants = fc.integer({ min: Date.UTC(-100, 0, 1), max: Date.UTC(11_000, 0, 1) });
  fc.assert(
    fc.property(instants, (at) => {
      expect(isoOf(at)).toBe(toIso(at));
    }),
  );
  for (const edge of ['1970-01-01T00:00:00.000Z', '2024-02-29T23:59:59.999Z', '9999-12-31T23:59:59.999Z']) {
    expect(isoOf(Date.parse(edge))).toBe(edge);
  }
});
