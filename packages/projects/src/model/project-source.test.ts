import { expect, test } from 'vitest';
import { parseSource } from './project-source.ts';

test('a url is told from a path', () => {
  const kind = (text: string) => {
    const parsed = parseSource(text);
    return parsed.ok ? parsed.value.kind : parsed.error.kind;
  };
  expect(kind('https://example.test/a.git')).toBe('url');
  expect(kind('git@example.test:a/b.git')).toBe('url');
  expect(kind('ext::sh -c id')).toBe('path');
  expect(kind('./repo')).toBe('path');
  expect(kind('C:odd')).toBe('path');
  expect(kind('  ')).toBe('project.source-empty');
  expect(kind('https://user:pass@example.test/a')).toBe('project.url-with-password');
});
