import { expect, test } from 'vitest';
import { clonedRepo } from '../../testing.ts';
import { makeMerge } from './make-merge.ts';
import { writeCommit } from './merge.ts';
import { gitLine } from './run-git.ts';

async function branched() {
  const it = await clonedRepo({ 'a.txt': '1\n2\n3\n4\n5\n' });
  await it.repo.git('checkout', '-q', '-b', 'work');
  await it.repo.commit({ 'a.txt': 'one\n2\n3\n4\n5\n' }, 'first\n\nwith a body');
  const head = await it.repo.commit({ 'b.txt': 'b' }, 'second');
  await it.repo.git('checkout', '-q', 'main');
  const target = await it.repo.commit({ 'a.txt': '1\n2\n3\n4\nfive\n' }, 'meanwhile');
  const order = { target, head, subject: 'Merge tk_1: do it', trailers: ['Cw-Task: tk_1', 'Cw-Run: rn_1'] };
  return { ...it, dir: it.repo.path, order };
}

test.each(['merge', 'squash', 'rebase'] as const)('%s gives the same files and names the task', async (style) => {
  await using it = await branched();
  const made = await makeMerge(it.dir, { ...it.order, style });
  const commit = made.kind === 'made' ? made.commit : '';
  expect(await it.repo.files(commit)).toEqual(['a.txt', 'b.txt']);
  expect(await it.repo.show(commit, 'a.txt')).toBe('one\n2\n3\n4\nfive\n');
  expect(await gitLine(it.dir, ['log', '-1', '--format=%(trailers:key=Cw-Task,valueonly)', commit])).toBe('tk_1');
  const subjects = await it.repo.subjects(`${it.order.target}..${commit}`);
  const expected = {
    merge: ['Merge tk_1: do it', 'second', 'first'],
    squash: ['Merge tk_1: do it'],
    rebase: ['second', 'first'],
  };
  expect(subjects).toEqual(expected[style]);
  expect(await gitLine(it.dir, ['log', '-1', '--format=%an', commit])).toBe(
    style === 'rebase' ? 'Test Author' : 'Codewalkers',
  );
});

test.each(['merge', 'squash', 'rebase'] as const)('%s says a conflict and moves nothing', async (style) => {
  await using it = await branched();
  const target = await it.repo.commit({ 'a.txt': 'eins\n2\n3\n4\nfive\n' });
  expect(await makeMerge(it.dir, { ...it.order, target, style })).toMatchObject({ kind: 'conflict', files: ['a.txt'] });
  expect(await it.repo.head()).toBe(target);
});

test('a branch that holds a merge is squashed where a rebase was asked for', async () => {
  await using it = await branched();
  await it.repo.git('checkout', '-q', 'work');
  await it.repo.git('merge', '-q', '--no-edit', 'main');
  const head = await it.repo.head();
  await it.repo.git('checkout', '-q', 'main');
  const target = await it.repo.commit({ 'c.txt': 'c' });
  const made = await makeMerge(it.dir, { ...it.order, target, head, style: 'rebase' });
  const commit = made.kind === 'made' ? made.commit : '';
  expect(await it.repo.subjects(`${target}..${commit}`)).toEqual(['Merge tk_1: do it']);
});

test('what the target has already is nothing to merge', async () => {
  await using it = await branched();
  expect(await makeMerge(it.dir, { ...it.order, head: it.order.target, style: 'squash' })).toEqual({ kind: 'nothing' });
});

test.each(['merge', 'squash'] as const)(
  '%s of a commit made here on the target brings what it holds',
  async (style) => {
    await using it = await branched();
    const [tree, parents] = [await gitLine(it.dir, ['rev-parse', `${it.order.head}^{tree}`]), [it.order.target]];
    const head = await writeCommit(it.dir, { tree, parents, message: 'kept\n' });
    const made = await makeMerge(it.dir, { ...it.order, head, style });
    const commit = made.kind === 'made' ? made.commit : '';
    expect(await gitLine(it.dir, ['rev-parse', `${commit}^{tree}`])).toBe(tree);
    expect(await it.repo.subjects(`${it.order.target}..${commit}`)).toEqual(
      style === 'merge' ? ['Merge tk_1: do it', 'kept'] : ['Merge tk_1: do it'],
    );
  },
);

test('what a merge made here holds is nothing to merge, and the same change of another branch still is', async () => {
  await using it = await branched();
  const made = await makeMerge(it.dir, { ...it.order, style: 'merge' });
  const target = made.kind === 'made' ? made.commit : '';
  expect(await makeMerge(it.dir, { ...it.order, target, style: 'merge' })).toEqual({ kind: 'nothing' });
  await it.repo.git('checkout', '-q', '-b', 'again', it.order.target);
  const head = await it.repo.commit({ 'a.txt': 'one\n2\n3\n4\nfive\n', 'b.txt': 'b' }, 'the same');
  expect(await makeMerge(it.dir, { ...it.order, target, head, style: 'merge' })).toMatchObject({ kind: 'made' });
});
