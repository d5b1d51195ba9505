import { join } from 'node:path';
import { tempDir } from '@cw/testkit';
import { expect, test } from 'vitest';
import { clonedRepo } from '../../testing.ts';
import { closedToPushes, ensureOrigin, setOrigin } from './origin.ts';
import { fetchSource } from './private-clone.ts';
import { git, gitLine } from './run-git.ts';

test.each([
  ['../srv/app.git', (repo: string) => join(repo, '../srv/app.git')],
  ['https://ada:secret@example.com/app.git', () => 'https://example.com/app.git'],
  ['https://token@example.com/app.git', () => 'https://example.com/app.git'],
  ['ssh://git@example.com/app.git', () => 'ssh://git@example.com/app.git'],
  ['git@example.com:app.git', () => 'git@example.com:app.git'],
  ['/srv/app.git', () => '/srv/app.git'],
  ['HTTPS://ada:p@ss@example.com/app.git', () => 'HTTPS://example.com/app.git'],
  ['ssh://git:secret@example.com/app.git', () => 'ssh://git@example.com/app.git'],
  ['https://example.com/app.git?private_token=x', () => 'https://example.com/app.git'],
])('the origin of a clone is that of the repository: %s', async (address, expected) => {
  await using it = await clonedRepo();
  const source = { kind: 'path', location: it.repo.path } as const;
  await it.repo.git('remote', 'add', 'origin', address);
  await setOrigin(it.clone, source, 'main');
  expect(await gitLine(it.clone, ['remote', 'get-url', 'origin'])).toBe(expected(it.repo.path));
});

test('a clone of an earlier version gets its origin, and what is new in the source is still taken in', async () => {
  await using it = await clonedRepo();
  const source = { kind: 'path', location: it.repo.path } as const;
  await git(it.clone, ['config', '--remove-section', 'remote.origin']);
  await ensureOrigin(it.clone, source, 'main');
  expect(await gitLine(it.clone, ['remote', 'get-url', 'origin'])).toBe(it.repo.path);
  const commit = await it.repo.commit({ 'more.txt': 'm' });
  await it.repo.git('tag', '-m', 'one', 'v1');
  await fetchSource(it.clone, source);
  expect(await gitLine(it.clone, ['rev-parse', 'origin/HEAD', 'origin/main', 'v1^{commit}'])).toBe(
    [commit, commit, commit].join('\n'),
  );
});

test('pushing stays shut, and the origin follows that of the repository and the default branch', async () => {
  await using it = await clonedRepo();
  const source = { kind: 'path', location: it.repo.path } as const;
  const looks = async () => [
    await gitLine(it.clone, ['config', '--get-all', 'remote.origin.url']),
    await gitLine(it.clone, ['config', '--get-all', 'remote.origin.pushurl']),
    await gitLine(it.clone, ['symbolic-ref', 'refs/remotes/origin/HEAD']),
  ];
  await ensureOrigin(it.clone, source, 'main');
  await git(it.clone, ['config', '--unset', 'remote.origin.pushurl']);
  await git(it.clone, ['config', '--add', 'remote.origin.url', 'https://example.com/other.git']);
  await ensureOrigin(it.clone, source, 'main');
  expect(await looks()).toEqual([it.repo.path, closedToPushes, 'refs/remotes/origin/main']);
  await git(it.clone, ['remote', 'set-url', '--push', 'origin', it.repo.path]);
  await it.repo.git('remote', 'add', 'origin', 'https://ada:secret@example.com/app.git');
  await ensureOrigin(it.clone, source, 'trunk');
  expect(await looks()).toEqual(['https://example.com/app.git', closedToPushes, 'refs/remotes/origin/trunk']);
  await it.repo.git('remote', 'remove', 'origin');
  await ensureOrigin(it.clone, source, 'trunk');
  expect((await looks())[0]).toBe(it.repo.path);
});

test('the origin of a clone whose repository is gone stays, shut to pushes', async () => {
  await using it = await clonedRepo();
  await it.repo.git('remote', 'add', 'origin', 'https://example.com/app.git');
  await ensureOrigin(it.clone, { kind: 'path', location: it.repo.path }, 'main');
  await git(it.clone, ['config', '--unset', 'remote.origin.pushurl']);
  await ensureOrigin(it.clone, { kind: 'path', location: join(it.home, 'gone') }, 'main');
  const args = ['config', '--get-regexp', '^remote\\.origin\\.'];
  expect(await gitLine(it.clone, args)).toContain(`pushurl ${closedToPushes}`);
  expect(await gitLine(it.clone, args)).toContain('url https://example.com/app.git');
});

test('a submodule with a relative address is found where a clone of the user finds it', async () => {
  await using dir = await tempDir();
  await using it = await clonedRepo();
  const server = (name: string) => join(dir.path, 'srv', name);
  for (const name of ['lib.git', 'app.git']) await it.repo.git('clone', '-q', '--bare', it.repo.path, server(name));
  await it.repo.git('remote', 'add', 'origin', server('app.git'));
  const allow = ['-c', 'protocol.file.allow=always'];
  await it.repo.git(...allow, 'submodule', '--quiet', 'add', '../lib.git', 'vendor/lib');
  await it.repo.git('commit', '-qm', 'feat: lib');
  const source = { kind: 'path', location: it.repo.path } as const;
  await fetchSource(it.clone, source);
  await setOrigin(it.clone, source, 'main');
  const tree = join(dir.path, 'tree');
  await git(it.clone, ['worktree', 'add', '-q', '--detach', tree, 'origin/main']);
  await git(tree, [...allow, 'submodule', 'update', '--init']);
  expect(await gitLine(join(tree, 'vendor/lib'), ['remote', 'get-url', 'origin'])).toBe(server('lib.git'));
});

test('the origin of a repository whose git directory lies apart is followed', async () => {
  await using it = await clonedRepo();
  await it.repo.git('init', '-q', '--separate-git-dir', join(it.home, 'apart.git'));
  const source = { kind: 'path', location: it.repo.path } as const;
  await ensureOrigin(it.clone, source, 'main');
  await it.repo.git('remote', 'add', 'origin', 'https://example.com/app.git');
  await ensureOrigin(it.clone, source, 'main');
  expect(await gitLine(it.clone, ['config', 'remote.origin.url'])).toBe('https://example.com/app.git');
});
