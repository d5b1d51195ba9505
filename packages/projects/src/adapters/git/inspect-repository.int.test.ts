import { execFile as execFileOf } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isFault } from '@cw/kernel';
import { tempDir, tempRepo } from '@cw/testkit';
import { expect, test } from 'vitest';
import { gitAsAgent } from '../../testing.ts';
import { inspectRepository } from './inspect-repository.ts';

const execFile = promisify(execFileOf);

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

/** Does what a hint says to do by hand: the command behind its colon. */
async function follow(hint: string, cwd: string): Promise<void> {
  const command = /: (git .+)$/.exec(hint)?.[1];
  if (command === undefined) throw new Error(`no command in: ${hint}`);
  await execFile('/bin/sh', ['-c', command], { cwd });
}

test('whoever follows the hints of the refusals gets there', async () => {
  await using dir = await tempDir();
  const refused = async (branch?: string) => {
    const error: unknown = await inspectRepository(dir.path, branch).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (error === undefined) return undefined;
    if (!isFault(error)) throw error;
    return error;
  };
  const first = await refused();
  expect(first?.code).toBe('project.not-a-repository');
  await follow(first?.hint ?? '', dir.path);
  expect(await refused()).toMatchObject({
    code: 'project.no-commits',
    hint: expect.stringMatching(/first commit there/),
  });
  await gitAsAgent(dir.path, ['commit', '-q', '--allow-empty', '-m', 'first']);
  await gitAsAgent(dir.path, ['branch', '-m', 'one']);
  await gitAsAgent(dir.path, ['branch', 'cw']);
  const named = await refused();
  expect(named?.code).toBe('project.branch-named-cw');
  await follow(named?.hint ?? '', dir.path);
  await gitAsAgent(dir.path, ['checkout', '-q', '--detach']);
  const unclear = await refused();
  expect(unclear).toMatchObject({ code: 'project.branch-unclear', hint: 'There are: my-cw, one.' });
  expect(await refused('two')).toMatchObject({
    code: 'project.branch-missing',
    hint: expect.stringMatching(/my-cw, one/),
  });
  expect(await refused('one')).toBeUndefined();
});
