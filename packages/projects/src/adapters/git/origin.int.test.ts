import { join } from 'node:path';
import { tempDir } from '@cw/testkit';
import { expect, test } from 'vitest';
import { clonedRepo } from '../../testing.ts';
import { ensureOrigin, setOrigin } from './origin.ts';
import { fetchSource } from './private-clone.ts';
import { git, gitLine } from './run-git.ts';

test.each([
  ['../srv/app.git', (repo: string) => join(repo, '../srv/app.git')],
  ['https://ada:secret@example.com/app.git', () => 'https://example.com/app.git'],
  ['https://token@example.com/app.git', () => 'https://example.com/app.git'],
  ['ssh://git@example.com/app.git', () => 'ssh://git@example.com/app.git'],
  ['git@example.com:app.git', () => 'git@example.com:app.git'],
  ['/srv/app.git', () => '/srv/app.git'],
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
