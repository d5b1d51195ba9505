import { expect, test } from 'vitest';
import {
  bringsOnlyClean,
  descends,
  hasSameManifests,
  noteAncestors,
  noteClean,
  noteCommit,
  noteSameManifests,
} from './known-commits.ts';

const id = (digit: string) => digit.repeat(40);

test('what was noted of commits leads from one to the next, and nowhere else', () => {
  noteAncestors(id('c'), [id('b'), id('d')]);
  noteAncestors(id('b'), [id('a')]);
  expect(descends(id('c'), id('a'))).toBe(true);
  expect(descends(id('c'), id('c'))).toBe(true);
  expect(descends(id('a'), id('c'))).toBe(false);
  expect(descends(id('d'), id('a'))).toBe(false);
});

test('names that may move are not remembered', () => {
  noteAncestors('refs/heads/main', [id('a')]);
  noteAncestors(id('e'), ['refs/heads/main']);
  expect(descends('refs/heads/main', id('a'))).toBe(false);
  expect(descends(id('e'), 'refs/heads/main')).toBe(false);
});

test('a commit is only known to bring nothing else while all it was written on is known to be there', () => {
  noteCommit(id('1'), { tree: id('0'), parents: [id('2')] });
  expect(bringsOnlyClean(id('1'), id('2'))).toBe(false);
  noteClean(id('1'));
  expect(bringsOnlyClean(id('1'), id('2'))).toBe(true);
  expect(bringsOnlyClean(id('1'), id('3'))).toBe(false);
  noteAncestors(id('3'), [id('2')]);
  expect(bringsOnlyClean(id('1'), id('3'))).toBe(true);
});

test('a commit that leaves what a project depends on is known to do so towards the one it was written on alone', () => {
  noteCommit(id('5'), { tree: id('0'), parents: [id('4')] });
  expect(hasSameManifests(id('5'), id('4'))).toBe(false);
  noteSameManifests(id('5'), id('4'));
  expect(hasSameManifests(id('5'), id('4'))).toBe(true);
  expect(hasSameManifests(id('5'), id('3'))).toBe(false);
});
