import { expect, test } from 'vitest';
import { checkAddress } from './artifact-kind.ts';

test.each([
  ['link', 'https://example.test/a'],
  ['link', 'HTTP://example.test'],
  ['file', 'src/main.ts:12'],
  ['file', 'Makefile:3:7'],
  ['file', 'localhost:4700/tasks'],
  ['file', 'example.test:80'],
  ['file', 'C:\\work\\a.txt'],
  ['report', 'all 12 tests pass: see the log'],
  ['report', 'coverage:87%'],
  ['commit', '0123abc'],
])('%s %s is kept', (kind, value) => {
  expect(checkAddress(kind, value).ok).toBe(true);
});

test.each([
  ['link', 'javascript:alert(1)'],
  ['link', 'JavaScript://example.test/%0aalert(1)'],
  ['file', 'javascript:alert(1)'],
  ['report', 'data:text/html,<script>alert(1)</script>'],
  ['file', 'file:///etc/passwd'],
  ['other', 'vbscript:x'],
  ['link', 'blob:https://example.test/a'],
  ['link', 'ssh://example.test'],
  ['link', 'no address at all'],
  ['link', 'https:///nowhere'],
])('%s %s is no link that is shown', (kind, value) => {
  expect(checkAddress(kind, value)).toMatchObject({ ok: false, error: { kind: 'task.bad-link' } });
});
