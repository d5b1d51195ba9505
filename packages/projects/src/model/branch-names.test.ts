import { expect, test } from 'vitest';
import { slug, taskBranch } from './branch-names.ts';

test('a title becomes a short name that git takes', () => {
  expect(slug('Größe: fix   THE--thing.lock')).toBe('gro-e-fix-the-thing-lock');
  expect(slug('--force; rm -rf /')).toBe('force-rm-rf');
  expect(slug('日本語')).toBe('task');
  expect(slug('x'.repeat(10_000))).toHaveLength(40);
  expect(taskBranch('tk_1', 'a\nb')).toBe('cw-task/tk_1/a-b');
});
