import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir, tempHome } from './temp-dir.ts';
import { tempRepo } from './temp-repo.ts';

const gone = (path: string) =>
  stat(path).then(
    () => false,
    () => true,
  );

test('a temporary directory is private and goes away with read-only content', async () => {
  const dir = await tempDir();
  await mkdir(join(dir.path, 'closed'));
  await writeFile(join(dir.path, 'closed', 'file'), '', { mode: 0o400 });
  await chmod(join(dir.path, 'closed'), 0o500);
  expect((await stat(dir.path)).mode & 0o777).toBe(0o700);
  await dir[Symbol.asyncDispose]();
  expect(await gone(dir.path)).toBe(true);
});

test('a temporary home keeps the workspace apart from the user of the programs', async () => {
  await using home = await tempHome();
  expect(home.userHome).not.toContain(home.path);
  expect((await stat(home.path)).mode & 0o777).toBe(0o700);
});

test('a temporary repository has real commits under an identity of its own', async () => {
  await using repo = await tempRepo({ files: { 'a.txt': 'a\n', 'sub/b.txt': 'b\n' }, branch: 'trunk' });
  const first = await repo.head();
  const second = await repo.commit({ 'a.txt': 'changed\n', 'sub/b.txt': null }, 'fix: drop b');
  expect(await repo.head('trunk')).toBe(second);
  expect(await repo.files(first)).toEqual(['a.txt', 'sub/b.txt']);
  expect(await repo.files()).toEqual(['a.txt']);
  expect(await repo.show(first, 'a.txt')).toBe('a\n');
  expect(await repo.subjects()).toEqual(['fix: drop b', 'chore: begin']);
  expect(await repo.git('log', '-1', '--format=%an <%ae>')).toBe('Test Author <author@example.test>');
});

test('a repository without files has no commits', async () => {
  await using repo = await tempRepo();
  await expect(repo.head()).rejects.toThrow();
});
