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
});

test('a url with a secret in it is refused, and told without that', () => {
  for (const url of [
    'https://user:pass@example.test/a',
    'HTTPS://u:p@ss@example.test/a',
    'https://example.test/a?token=b',
  ]) {
    const parsed = parseSource(url);
    expect(parsed).toMatchObject({ ok: false, error: { kind: 'project.url-with-password' } });
    expect(JSON.stringify(parsed)).not.toMatch(/:pass@|p@ss|token=/);
  }
});

test('a url begins in small letters, as git knows it', () => {
  expect(parseSource('HTTPS://example.test/A')).toMatchObject({ value: { location: 'https://example.test/A' } });
});
