import { expect, test } from 'vitest';
import { parseFiles, parseRequirements } from './start-conditions.ts';

test('files are paths from the top of the repository, each once', () => {
  expect(parseFiles(['./src/auth/', '/docs/*.md', 'src/auth', ' a b.ts ', '.'])).toEqual({
    ok: true,
    value: ['.', 'a b.ts', 'docs/*.md', 'src/auth'],
  });
  expect(parseFiles([''])).toMatchObject({ error: { kind: 'task.text-empty', field: 'file' } });
  expect(parseFiles(['a\nb'])).toMatchObject({ error: { kind: 'task.text-multiline' } });
  const many = Array.from({ length: 201 }, (_, index) => `f${index}`);
  expect(parseFiles(many)).toMatchObject({ error: { kind: 'task.too-many', most: 200 } });
});

test('what is required is words as agents say them of themselves', () => {
  expect(parseRequirements(['c++', 'browser', 'python3.12', 'browser'])).toEqual({
    ok: true,
    value: ['browser', 'c++', 'python3.12'],
  });
  expect(parseRequirements(['two words'])).toMatchObject({ error: { kind: 'task.bad-word', field: 'requirement' } });
});
