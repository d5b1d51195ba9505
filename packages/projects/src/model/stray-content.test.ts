import { expect, test } from 'vitest';
import { leadsOut, lfsObjectOf } from './stray-content.ts';

test.each([
  ['link', '/etc/passwd', true],
  ['link', '../beside', true],
  ['a/b/link', '../../../beside', true],
  ['a/link', '..', false],
  ['a/b/link', '../c', false],
  ['link', '..beside', false],
  ['link', 'a/../../beside', true],
])('%s → %s leads out: %s', (path, target, isOut) => {
  expect(leadsOut(path, target)).toBe(isOut);
});

test('a pointer of Git LFS names its object, and nothing else does', () => {
  const oid = 'a'.repeat(64);
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 12\n`;
  expect(lfsObjectOf(pointer)).toBe(oid);
  expect(lfsObjectOf(`About pointers:\n${pointer}`)).toBeUndefined();
  expect(lfsObjectOf(`${pointer}${'x'.repeat(2_000)}`)).toBeUndefined();
});
