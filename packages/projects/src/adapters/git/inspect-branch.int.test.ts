import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Files } from '@cw/testkit';
import { expect, test } from 'vitest';
import { sayFinding } from '../../model/file-reason.ts';
import { clonedRepo, gitAsAgent } from '../../testing.ts';
import { inspectBranch } from './inspect-branch.ts';
import { commitOf } from './refs.ts';

const markers = 'a\n<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> other\n';
const key = `-----BEGIN ${'RSA'} PRIVATE KEY-----\nx\n`;

/** What is found in a branch on which each of these was committed with force, one after the other. */
async function foundIn(...commits: readonly Files[]): Promise<readonly string[]> {
  await using it = await clonedRepo({ 'a.txt': 'one\n', 'docs.md': markers, 'old.key': 'x', 'README.md': 'hello\n' });
  const filesDir = join(it.home, 'projects/pr_1/worktree-files');
  await writeFile(join(filesDir, '.env'), 'PASSWORD=x');
  const { path, branch } = await it.openTask('tk_1');
  for (const files of commits) {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(path, name)), { recursive: true });
      await (text === null ? rm(join(path, name)) : writeFile(join(path, name), text));
    }
    await gitAsAgent(path, ['add', '--all', '--force']);
    await gitAsAgent(path, ['commit', '-q', '-m', 'work']);
  }
  const head = await commitOf(it.clone, `refs/heads/${branch}`);
  const found = await inspectBranch({ clone: it.clone, filesDir, head, target: 'refs/heads/cw/next' });
  return found.map((finding) => `${finding.path}: ${sayFinding(finding.reason, String)}`);
}

test.each<readonly [string, readonly Files[], readonly RegExp[]]>([
  ['ordinary work', [{ 'a.txt': 'two\n', 'b/c d.txt': 'new' }], []],
  ['what the set-up hook copied', [{ '.env': 'PASSWORD=x' }], [/^\.env: the set-up hook/]],
  ['a secret that a later commit takes away', [{ id_rsa: 'y' }, { id_rsa: null }], [/^id_rsa: .*secret/]],
  ['a secret by its shape', [{ 'notes ü.md': key }], [/^notes ü\.md: it contains a private key/]],
  [
    'a secret at the end of a large file',
    [{ 'dump.sql': `${'x\n'.repeat(1_500_000)}${key}` }],
    [/^dump\.sql: it contains a private key/],
  ],
  [
    'a secret where two parts of a large file meet',
    [{ 'dump.sql': `${'x'.repeat(1_048_570)}\n${key}${'x'.repeat(99)}` }],
    [/^dump\.sql: .*private key/],
  ],
  ['a large file without one', [{ 'dump.sql': 'x\n'.repeat(1_500_000) }], []],
  ['a file that was there under such a name', [{ 'old.key': 'y' }], []],
  ['a file of that kind that was renamed', [{ 'old.key': null, 'keys/new.key': 'x' }], []],
  ['markers in a file that was renamed', [{ 'docs.md': null, 'guide.md': markers }], []],
  ['markers that are left', [{ 'README.md': `hello\n${markers}` }], [/^README\.md: .*markers/]],
  ['markers that were solved', [{ 'README.md': markers }, { 'README.md': 'solved\n' }], []],
  ['markers that were there before', [{ 'docs.md': `${markers}more\n` }], []],
  ['a heading underlined like half a marker', [{ 'b.md': 'Title\n=======\n' }], []],
])('%s', async (_, commits, expected) => {
  expect(await foundIn(...commits)).toEqual(expected.map((reason) => expect.stringMatching(reason)));
});

test('what the tip of a branch has only in name is found: repositories, links that lead out, pointers without their file', async () => {
  await using it = await clonedRepo();
  const { path, branch } = await it.openTask('tk_1');
  const pointer = (object: string) => `version https://git-lfs.github.com/spec/v1\noid sha256:${object}\nsize 1\n`;
  const [there, missing] = ['a'.repeat(64), 'b'.repeat(64)];
  await mkdir(join(it.clone, 'lfs/objects/aa/aa'), { recursive: true });
  await writeFile(join(it.clone, 'lfs/objects/aa/aa', there), 'x');
  for (const name of ['backend', 'vendor/lib', 'passing']) {
    await it.repo.git('clone', '-q', it.repo.path, join(path, name));
  }
  await writeFile(join(path, '.gitmodules'), '[submodule "lib"]\n\tpath = vendor/lib\n\turl = ../lib.git\n');
  await writeFile(join(path, 'here.bin'), pointer(there));
  await writeFile(join(path, 'gone.bin'), pointer(missing));
  await symlink('here.bin', join(path, 'inside'));
  await symlink('../../outside', join(path, 'vendor/outside'));
  await gitAsAgent(path, ['add', '--all']);
  await gitAsAgent(path, ['commit', '-q', '-m', 'work']);
  await gitAsAgent(path, ['rm', '-q', '--cached', 'passing']);
  await gitAsAgent(path, ['commit', '-q', '-m', 'less']);
  const head = await commitOf(it.clone, `refs/heads/${branch}`);
  const found = await inspectBranch({
    clone: it.clone,
    filesDir: join(it.home, 'x'),
    head,
    target: 'refs/heads/cw/next',
  });
  expect(found.map(({ path: at, reason }) => `${at}: ${reason.code}`).sort()).toEqual([
    'backend: finding.repository',
    'gone.bin: finding.lfs-missing',
    'vendor/outside: finding.link-out',
  ]);
});

test('a link that leads out and a pointer without its file are nothing new under another name', async () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'c'.repeat(64)}\nsize 1\n`;
  await using it = await clonedRepo({ 'big.bin': pointer, 'out.txt': '../../outside' });
  await symlink('../outside', join(it.repo.path, 'link'));
  await it.repo.commit({});
  await gitAsAgent(it.clone, ['fetch', '-q', it.repo.path, '+main:refs/heads/cw/next']);
  const { path, branch } = await it.openTask('tk_1');
  await gitAsAgent(path, ['mv', 'big.bin', 'large.bin']);
  await gitAsAgent(path, ['mv', 'link', 'renamed']);
  // The same text as a file is no link yet.
  await symlink('../../outside', join(path, 'new'));
  await gitAsAgent(path, ['add', '--all']);
  await gitAsAgent(path, ['commit', '-q', '-m', 'rename']);
  const head = await commitOf(it.clone, `refs/heads/${branch}`);
  const filesDir = join(it.home, 'none');
  const found = await inspectBranch({ clone: it.clone, filesDir, head, target: 'refs/heads/cw/next' });
  expect(found.map((finding) => finding.path)).toEqual(['new']);
});

test('of a merge, only what is in neither side is looked at', async () => {
  await using it = await clonedRepo();
  const tree = await it.openTask('tk_1');
  const theirs = await it.repo.commit({ 'theirs.pem': key });
  await gitAsAgent(it.clone, ['fetch', '-q', it.repo.path, 'main:refs/remotes/origin/main']);
  await writeFile(join(tree.path, 'own.txt'), 'own');
  await gitAsAgent(tree.path, ['add', '--all']);
  await gitAsAgent(tree.path, ['commit', '-q', '-m', 'own']);
  await gitAsAgent(tree.path, ['merge', '-q', '--no-commit', theirs]);
  await writeFile(join(tree.path, 'evil.pem'), 'x');
  await gitAsAgent(tree.path, ['add', '--all']);
  await gitAsAgent(tree.path, ['commit', '-q', '-m', 'merge']);
  const inspection = { clone: it.clone, filesDir: join(it.home, 'none'), target: 'refs/remotes/origin/main' };
  const found = await inspectBranch({ ...inspection, head: await commitOf(tree.path, 'HEAD') });
  expect(found.map(({ path }) => path)).toEqual(['evil.pem']);
});
