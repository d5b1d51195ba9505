import { expect, test } from 'vitest';
import { type GoneKind, goneWords, shortThing } from './cleaning-words.ts';

const thing = (kind: GoneKind) => ({ kind, thing: 'x', taskId: 'tk_1', bytes: null, commit: null });

test.each([
  [[], 0, 'nothing'],
  [['worktree'], 0, '1 worktree'],
  [['crash', 'branch', 'branch'], 0, '2 branches, 1 crash report'],
  [['log', 'ref', 'log'], 2_500_000, '2 logs, 1 ref (2.5 MB)'],
] as const)('%j and %i bytes are told as “%3$s”', (kinds, bytes, words) => {
  expect(goneWords({ removed: kinds.map(thing), bytes })).toBe(words);
});

test('of a path the end is told', () => {
  expect(shortThing('/home/ada/.cw/worktrees/pr_1/tk_2')).toBe('pr_1/tk_2');
  expect(shortThing('refs/cw/attempts/rn_1')).toBe('refs/cw/attempts/rn_1');
});
