import { expect, test } from 'vitest';
import { clonedRepo } from '../../testing.ts';
import { fallbackIdentity, predictMerge } from './merge.ts';
import { commitOf, isAncestor, moveRef } from './refs.ts';
import { git } from './run-git.ts';

test('a conflict names its files, and a name git does not know is no conflict', async () => {
  await using it = await clonedRepo({ 'a.txt': 'one\n', 'b.txt': 'one\n' });
  await it.repo.git('checkout', '-q', '-b', 'left');
  const left = await it.repo.commit({ 'a.txt': 'left\n', 'b.txt': 'left\n' });
  await it.repo.git('checkout', '-q', 'main');
  const right = await it.repo.commit({ 'a.txt': 'right\n', 'b.txt': null });
  expect(await predictMerge(it.repo.path, left, right)).toMatchObject({
    kind: 'conflict',
    files: ['a.txt', 'b.txt'],
    messages: expect.stringMatching(/CONFLICT \(content\).*a\.txt[\s\S]*b\.txt/),
  });
  expect(await predictMerge(it.repo.path, right, right)).toMatchObject({ kind: 'clean' });
  await expect(predictMerge(it.repo.path, 'nowhere', right)).rejects.toMatchObject({ code: 'git.failed' });
});

test('a ref moves only from where it was seen last', async () => {
  await using it = await clonedRepo();
  const first = await it.repo.head();
  const second = await it.repo.commit({ 'b.txt': 'b' });
  await git(it.clone, ['fetch', '-q', it.repo.path, 'main']);
  const move = { ref: 'refs/heads/cw/next', why: 'test' };
  expect(await moveRef(it.clone, { ...move, to: second, from: second })).toBe(false);
  expect(await moveRef(it.clone, { ...move, to: second, from: first })).toBe(true);
  expect(await moveRef(it.clone, { ...move, to: second, from: first })).toBe(true);
  expect(await commitOf(it.clone, 'cw/next')).toBe(second);
  expect(await isAncestor(it.clone, first, second)).toBe(true);
});

test('a name the user has configured is kept, and without one there is a stand-in', async () => {
  await using it = await clonedRepo();
  expect(await fallbackIdentity(it.clone)).toMatchObject({ GIT_AUTHOR_NAME: 'Codewalkers' });
  await git(it.clone, ['config', 'user.name', 'Ada']);
  await git(it.clone, ['config', 'user.email', 'ada@example.test']);
  expect(await fallbackIdentity(it.clone)).toEqual({});
});
