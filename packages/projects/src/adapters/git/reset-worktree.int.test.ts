import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { tempRepo } from '@cw/testkit';
import { expect, test } from 'vitest';
import { clonedRepo, gitAsAgent } from '../../testing.ts';
import { commitOf } from './refs.ts';
import { resetWorktree } from './reset-worktree.ts';
import { gitDirOf } from './worktree-state.ts';

type Place = { readonly path: string; readonly gitDir: string; readonly other: string };

/** What a check may have done to the working tree in which merges are tried out. */
const damages: Readonly<Record<string, (at: Place) => Promise<unknown>>> = {
  nothing: async () => undefined,
  'its .git leads into another repository': ({ path, other }) =>
    writeFile(join(path, '.git'), `gitdir: ${other}/.git\n`),
  'it has a repository of its own': async ({ path }) => {
    await rm(join(path, '.git'));
    await gitAsAgent(path, ['init', '-q']);
  },
  'it is a link into another repository': async ({ path, other }) => {
    await rm(path, { recursive: true });
    await symlink(other, path);
  },
  'it is gone': ({ path }) => rm(path, { recursive: true }),
  'its index is broken': ({ gitDir }) => writeFile(join(gitDir, 'index'), 'broken'),
  'its HEAD is broken': ({ gitDir }) => writeFile(join(gitDir, 'HEAD'), 'broken'),
  'locks are left': async ({ gitDir }) => {
    for (const name of ['index.lock', 'HEAD.lock']) await writeFile(join(gitDir, name), '');
  },
};

test.each(Object.keys(damages))('shows one commit and touches nothing else, when %s', async (name) => {
  await using it = await clonedRepo({ 'a.txt': 'one\n', 'b/c.txt': 'two\n' });
  await using other = await tempRepo({ files: { 'a.txt': 'mine\n' } });
  const before = await other.git('for-each-ref');
  const commit = await commitOf(it.clone, 'refs/heads/cw/next');
  const path = join(it.home, 'merges', 'pr_1');
  await mkdir(dirname(path));
  await resetWorktree(it.clone, path, commit);
  await writeFile(join(path, 'left.txt'), 'left');
  await damages[name]?.({ path, gitDir: await gitDirOf(path), other: other.path });

  await resetWorktree(it.clone, path, commit);
  expect(await gitAsAgent(path, ['status', '--porcelain', '--ignored'])).toBe('');
  expect(await gitAsAgent(path, ['rev-parse', 'HEAD'])).toBe(commit);
  expect(await readFile(join(path, 'b/c.txt'), 'utf8')).toBe('two\n');
  expect(await readFile(join(other.path, 'a.txt'), 'utf8')).toBe('mine\n');
  expect([await other.git('for-each-ref'), await other.git('symbolic-ref', 'HEAD')]).toEqual([
    before,
    'refs/heads/main',
  ]);
});
