import { existsSync } from 'node:fs';
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { clonedRepo } from '../../testing.ts';
import { writeCommit } from './merge.ts';
import { moveOwnBranch } from './own-branch.ts';
import { pushBranch } from './push-branches.ts';
import { commitOf } from './refs.ts';
import { noteTaken } from './taken.ts';

const branch = 'cw/next';

async function withCommit() {
  const it = await clonedRepo({ 'a.txt': 'one\n' });
  const source = { kind: 'path', location: it.repo.path } as const;
  const from = await it.repo.head();
  const tree = await it.repo.git('rev-parse', 'HEAD^{tree}');
  const to = await writeCommit(it.clone, { tree, parents: [from], message: 'merged\n' });
  await moveOwnBranch(it.clone, { branch, to, from, why: 'test' });
  return { ...it, source, to, from };
}

async function userSide(it: Awaited<ReturnType<typeof withCommit>>): Promise<string> {
  const status = await it.repo.git('status', '--porcelain', '--branch');
  return `${status}\n${await it.repo.git('stash', 'list')}\n${await it.repo.git('for-each-ref', 'refs/heads/main', 'refs/tags')}`;
}

test('the branch arrives, and nothing else in the repository changes or runs', async () => {
  await using it = await withCommit();
  await it.repo.write({ 'a.txt': 'stashed\n' });
  await it.repo.git('stash');
  await it.repo.write({ 'a.txt': 'dirty\n', 'staged.txt': 's', 'loose.txt': 'l' });
  await it.repo.git('add', 'staged.txt');
  for (const hook of ['pre-receive', 'update', 'post-receive', 'reference-transaction', 'post-update']) {
    const path = join(it.repo.path, '.git/hooks', hook);
    await writeFile(path, `#!/bin/sh\ntouch ${it.home}/ran\n`);
    await chmod(path, 0o755);
  }
  const before = await userSide(it);
  expect(await pushBranch(it.clone, it.source, branch)).toEqual({ pushed: true });
  expect(await it.repo.head(branch)).toBe(it.to);
  expect(await userSide(it)).toBe(before);
  expect(existsSync(join(it.home, 'ran'))).toBe(false);
  expect(await pushBranch(it.clone, it.source, branch)).toEqual({ pushed: true });
});

test('a branch that is checked out stays where it is, whatever the repository allows', async () => {
  await using it = await withCommit();
  await it.repo.git('checkout', '-q', '-b', branch);
  await it.repo.git('config', 'receive.denyCurrentBranch', 'updateInstead');
  const outcome = await pushBranch(it.clone, it.source, branch);
  expect(outcome).toMatchObject({ pushed: false, why: { code: 'project.checked-out', at: it.repo.path } });
  expect(await it.repo.head()).toBe(it.from);
  await it.repo.git('checkout', '-q', 'main');
  expect(await pushBranch(it.clone, it.source, branch)).toEqual({ pushed: true });
});

test('commits the user made on the branch are not pushed over', async () => {
  await using it = await withCommit();
  await it.repo.git('checkout', '-q', '-b', branch);
  const theirs = await it.repo.commit({ 'mine.txt': 'x' });
  await it.repo.git('checkout', '-q', 'main');
  expect(await pushBranch(it.clone, it.source, branch)).toMatchObject({ pushed: false });
  expect(await it.repo.head(branch)).toBe(theirs);
});

test('commits that were taken off the branch are not pushed again before somebody has decided', async () => {
  await using it = await withCommit();
  expect(await pushBranch(it.clone, it.source, branch)).toEqual({ pushed: true });
  await it.repo.git('update-ref', `refs/heads/${branch}`, it.from);
  const tree = await it.repo.git('rev-parse', `${it.to}^{tree}`);
  const next = await writeCommit(it.clone, { tree, parents: [it.to], message: 'merged later\n' });
  await moveOwnBranch(it.clone, { branch, to: next, from: it.to, why: 'test' });
  expect(await pushBranch(it.clone, it.source, branch)).toEqual({
    pushed: false,
    why: { code: 'project.rewritten', branch },
  });
  expect(await it.repo.head(branch)).toBe(it.from);
  await noteTaken(it.clone, branch, it.from);
  expect(await pushBranch(it.clone, it.source, branch)).toEqual({ pushed: true });
  expect(await it.repo.head(branch)).toBe(next);
});

test('a repository that is gone is said, and the clone keeps what it has', async () => {
  await using it = await withCommit();
  await rename(it.repo.path, `${it.repo.path}-moved`);
  expect(await pushBranch(it.clone, it.source, branch)).toMatchObject({
    pushed: false,
    why: { code: 'project.not-given', source: it.repo.path, fault: 'project.repository-gone' },
  });
  expect(await commitOf(it.clone, branch)).toBe(it.to);
  await rename(`${it.repo.path}-moved`, it.repo.path);
});

test('a repository elsewhere that refuses the branch is told with its reason', async () => {
  await using it = await withCommit();
  const hook = join(it.repo.path, '.git/hooks/pre-receive');
  await mkdir(dirname(hook), { recursive: true });
  await writeFile(hook, '#!/bin/sh\necho no branches of tools here >&2\nexit 1\n');
  await chmod(hook, 0o755);
  const source = { kind: 'url', location: `file://${it.repo.path}` } as const;
  expect(await pushBranch(it.clone, source, branch)).toMatchObject({
    pushed: false,
    why: { fault: 'project.push-refused', message: expect.stringMatching(/refused what was pushed: pre-receive hook/) },
  });
});
