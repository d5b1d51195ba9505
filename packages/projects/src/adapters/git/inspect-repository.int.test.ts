import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tempDir, tempRepo } from '@cw/testkit';
import { expect, test } from 'vitest';
import { inspectRepository } from './inspect-repository.ts';

test('a directory that is no repository is refused by name', async () => {
  await using dir = await tempDir();
  await expect(inspectRepository(dir.path)).rejects.toMatchObject({ code: 'project.not-a-repository' });
  await writeFile(join(dir.path, 'file'), '');
  await expect(inspectRepository(join(dir.path, 'file'))).rejects.toMatchObject({ code: 'project.not-a-repository' });
  await expect(inspectRepository(join(dir.path, 'none'))).rejects.toMatchObject({ code: 'project.path-missing' });
});

test('a repository without commits is refused', async () => {
  await using repo = await tempRepo();
  await expect(inspectRepository(repo.path)).rejects.toMatchObject({ code: 'project.no-commits' });
});

test('a linked worktree and a folder inside resolve to their repository', async () => {
  await using repo = await tempRepo({ files: { 'src/a.txt': 'a' } });
  await using other = await tempDir();
  const linked = join(other.path, 'linked');
  await repo.git('worktree', 'add', '-q', '-b', 'side', linked);
  for (const path of [linked, join(repo.path, 'src'), repo.path]) {
    expect(await inspectRepository(path)).toEqual({
      root: repo.path,
      gitDir: join(repo.path, '.git'),
      defaultBranch: 'main',
    });
  }
});

test('a bare repository is taken as it is', async () => {
  await using repo = await tempRepo({ files: { 'a.txt': 'a' } });
  await using other = await tempDir();
  const bare = join(other.path, 'bare.git');
  await repo.git('clone', '-q', '--bare', repo.path, bare);
  expect(await inspectRepository(bare)).toMatchObject({ root: bare, gitDir: bare });
});

test('a default branch must exist and not be one of ours', async () => {
  await using repo = await tempRepo({ files: { 'a.txt': 'a' } });
  await repo.git('branch', 'cw/next');
  await expect(inspectRepository(repo.path, 'trunk')).rejects.toMatchObject({
    code: 'project.branch-missing',
    hint: expect.stringContaining('main'),
  });
  await expect(inspectRepository(repo.path, '--upload-pack=x')).rejects.toMatchObject({
    code: 'project.branch-like-option',
  });
  await expect(inspectRepository(repo.path, 'cw/next')).rejects.toMatchObject({ code: 'project.branch-reserved' });
});

test('the default branch is not the one the user happens to be on', async () => {
  await using repo = await tempRepo({ files: { 'a.txt': 'a' } });
  await repo.git('checkout', '-q', '-b', 'feature');
  expect(await inspectRepository(repo.path)).toMatchObject({ defaultBranch: 'main' });
  expect(await inspectRepository(repo.path, 'feature')).toMatchObject({ defaultBranch: 'feature' });
});

test('a branch named cw is refused with the way out', async () => {
  await using repo = await tempRepo({ files: { 'a.txt': 'a' } });
  await repo.git('branch', 'cw');
  await expect(inspectRepository(repo.path)).rejects.toMatchObject({
    code: 'project.branch-named-cw',
    hint: expect.stringContaining('git branch -m'),
  });
});

test('inherited GIT_DIR does not lead to another repository', async () => {
  await using repo = await tempRepo({ files: { 'a.txt': 'a' } });
  await using dir = await tempDir();
  await mkdir(join(dir.path, 'plain'));
  process.env.GIT_DIR = join(repo.path, '.git');
  try {
    await expect(inspectRepository(join(dir.path, 'plain'))).rejects.toMatchObject({
      code: 'project.not-a-repository',
    });
  } finally {
    delete process.env.GIT_DIR;
  }
});
