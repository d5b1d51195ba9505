import { expect, test } from 'vitest';
import { systemIds } from './system-ids.ts';

test('no two of many ids are alike, wherever the bytes of one end and those of the next begin', () => {
  const ids = Array.from({ length: 2000 }, () => systemIds('task'));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => /^tk_[0-9a-z]{12}$/.test(id))).toBe(true);
});
