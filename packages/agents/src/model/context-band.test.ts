import { expect, test } from 'vitest';
import { contextBand } from './context-band.ts';

test.each([
  [0, 'best'],
  [0.3, 'best'],
  [0.31, 'good'],
  [0.5, 'good'],
  [0.51, 'degrading'],
  [0.7, 'degrading'],
  [0.71, 'poor'],
  [1, 'poor'],
])('a context that is %d full is %s', (fill, band) => {
  expect(contextBand(fill)).toBe(band);
});
