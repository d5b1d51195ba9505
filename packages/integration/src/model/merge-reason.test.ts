import { readReason, sayerOf, storeReason, type Why } from '@cw/kernel';
import { describe, expect, test } from 'vitest';
import { type CauseReason, sayCauseReason } from './cause-reason.ts';
import { holding, type MergeReason, sayMergeReason } from './merge-reason.ts';

const say = sayerOf({ merge: sayMergeReason });
/** As it is read again from where it was stored. */
const told = (why: Why) => say(readReason(storeReason(why)));

const mergeSha = 'abcdef0123456789';
const check = { code: 'merge.check-failed', command: 'npm test', how: 'failed', exitCode: 3, seconds: 60 } as const;
const finding = { path: '.env', commit: mergeSha, reason: 'looks like a secret' };

const place = { project: 'shop', branch: 'main', into: 'cw/next' } as const;
const dropped = { sha: mergeSha, subject: 'mistake' };

/** Each code, and what it says. */
const all: { readonly [Code in MergeReason['code']]: readonly [Extract<MergeReason, { code: Code }>, string] } = {
  'merge.conflicts': [
    { code: 'merge.conflicts', branch: 'cw/next', files: ['a', 'b'] },
    'It conflicts with cw/next in a, b.',
  ],
  'merge.brings': [
    { code: 'merge.brings', branch: 'cw/tk_a', findings: [finding], more: 2 },
    [
      'Its branch contains something that should not be merged.',
      '- .env in abcdef012345: looks like a secret',
      '- and 2 more',
      'Remove it from every commit of cw/tk_a, or allow it if it is meant to be merged; then merge again.',
    ].join('\n'),
  ],
  'merge.check-failed': [check, 'The check "npm test" failed with code 3.'],
  'merge.not-landed': [
    { code: 'merge.not-landed', branch: 'cw/next', mergeSha },
    `cw/next does not contain the merge ${mergeSha} that was just made.`,
  ],
  'merge.fault': [{ code: 'merge.fault', fault: 'git.failed', message: 'git said no.' }, 'git said no.'],
  'merge.unchanged': [{ code: 'merge.unchanged' }, 'Its branch changes no file, so there is nothing to merge.'],
  'merge.unchanged-fails': [
    { code: 'merge.unchanged-fails', why: check },
    'Its agent says it is done and changed no file, but a check does not pass. The check "npm test" failed with code 3.',
  ],
  'merge.nothing': [{ code: 'merge.nothing' }, 'Its branch has no commits of its own.'],
  'merge.merged': [{ code: 'merge.merged', branch: 'cw/next', mergeSha }, 'Merged into cw/next as abcdef012345.'],
  'merge.unmerged': [{ code: 'merge.unmerged', why: check }, 'Not merged: The check "npm test" failed with code 3.'],
  'merge.superseded': [{ code: 'merge.superseded', by: 'mr_b' }, 'Replaced by a newer attempt: mr_b.'],
  'merge.put-back': [{ code: 'merge.put-back', how: 'queue-stopped' }, 'the queue was stopped'],
  'merge.withdrawn': [
    { code: 'merge.withdrawn', by: 'Ada', why: 'The design changed.' },
    'Withdrawn from the merge queue by Ada: The design changed.',
  ],
  'merge.held': [{ code: 'merge.held', by: 'Ada', why: null }, 'Held by Ada.'],
  'merge.task-cancelled': [{ code: 'merge.task-cancelled', by: 'Ada' }, 'Withdrawn: Ada cancelled its task.'],
  'merge.repository-gone': [
    { code: 'merge.repository-gone', project: 'shop', source: '/a/shop' },
    'The repository of shop is not at /a/shop',
  ],
  'merge.repository-closed': [
    { code: 'merge.repository-closed', project: 'shop', message: '/a/shop is not a git repository any more.' },
    'The repository of shop cannot be read: /a/shop is not a git repository any more',
  ],
  'merge.repository-open': [
    { code: 'merge.repository-open', hint: 'Bring the repository back there.' },
    'Bring the repository back there. Until then agents start from what the workspace has, and merges are not pushed; nothing is lost.',
  ],
  'merge.default-branch-gone': [
    { code: 'merge.default-branch-gone', project: 'shop', branch: 'main', source: '/a/shop' },
    'The default branch main of shop is gone from /a/shop',
  ],
  'merge.default-branch-back': [
    { code: 'merge.default-branch-back' },
    'Bring it back there, or choose another default branch. Until then agents start without new commits; nothing is lost.',
  ],
  'merge.repository-back': [
    { code: 'merge.repository-back' },
    'Move or mount it back there. Until then agents start from what the workspace has, and merges are not pushed; nothing is lost.',
  ],
  'merge.not-pushed': [
    { code: 'merge.not-pushed', project: 'shop', branch: 'cw/next', merges: 2 },
    'cw/next of shop cannot be pushed: 2 merges waiting',
  ],
  'merge.pushed-later': [
    { code: 'merge.pushed-later', why: 'It is held.' },
    'It is held.\n\nNothing is lost, and it is pushed automatically once that is possible.',
  ],
  'merge.new-commits': [{ code: 'merge.new-commits', ...place }, 'New commits on main of shop conflict with cw/next'],
  'merge.new-commits-in': [
    { code: 'merge.new-commits-in', ...place, files: ['a', 'b'] },
    'Until they are merged, agents start without the new commits on main. Files in conflict:\n\n- a\n- b',
  ],
  'merge.rewritten': [
    { code: 'merge.rewritten', ...place, commits: 1 },
    'main of shop was rewritten: cw/next has one commit that it dropped',
  ],
  'merge.dropped': [
    { code: 'merge.dropped', ...place, commits: [dropped], tasks: [{ id: 'tk_a', title: 'Add a' }] },
    [
      'main no longer has these commits. cw/next does, and merging it into main would bring them back:',
      '- abcdef012345 mistake',
      'Nothing new is taken from main until you decide. If you drop them, cw/next is rebuilt from main with everything merged since, and its previous state is kept. If you keep them, the rewritten main is merged into cw/next.',
      'Tasks that began with them:\n\n- tk_a “Add a”',
    ].join('\n\n'),
  ],
  'merge.began-on-dropped': [
    { code: 'merge.began-on-dropped', branch: 'main', commits: [dropped] },
    "main was rewritten and no longer has commits that this task's branch or merge contains:\n\n- abcdef012345 mistake",
  ],
  'merge.moved': [{ code: 'merge.moved', branch: 'cw/next' }, 'cw/next moved in the meantime'],
};

test('of the branch that cw pushes to itself it is said where it has what', () => {
  const own = { project: 'shop', branch: 'cw/next', into: 'cw/next' };
  const say = sayerOf({ merge: sayCauseReason });
  const [title, text]: readonly CauseReason[] = [
    { code: 'merge.rewritten', ...own, commits: 2 },
    { code: 'merge.dropped', ...own, commits: [dropped], tasks: [] },
  ];
  expect(title && say(title)).toBe(
    'cw/next of shop was rewritten in the repository, without 2 commits that had been merged',
  );
  expect(text && say(text)).toMatch(
    /^In the repository, cw\/next no longer has these commits\. In the private clone it does:\n\n- abcdef/,
  );
});

describe('why a merge stands as it does', () => {
  test.each(Object.values(all))('%j', (reason, words) => {
    expect(told(reason)).toBe(words);
  });

  test.each<readonly [MergeReason, string]>([
    [{ ...check, name: 'tests' }, 'The check "tests" failed with code 3.'],
    [{ ...check, how: 'timed-out' }, 'did not end within 60 s and was stopped.'],
    [{ ...check, how: 'not-runnable', exitCode: 127 }, 'could not be run (code 127): the program is missing'],
    [{ ...check, exitCode: null }, 'was ended by a signal.'],
    [{ code: 'merge.put-back', how: 'queue-broke' }, 'the queue could not continue'],
    [{ code: 'merge.put-back', how: 'program-ended' }, 'the program that was merging it ended'],
    [{ code: 'merge.conflicts', branch: 'x', files: [...'abcdefg'] }, 'in a, b, c, d, e and 2 more.'],
    [holding({ branch: 'x' }, new Array(12).fill(finding)), '- and 2 more'],
  ])('%j', (reason, words) => {
    expect(told(reason)).toContain(words);
  });

  test('stays as it was written where no code was stored', () => {
    expect(told('Not merged: see cw merge show mr_a')).toBe('Not merged: see cw merge show mr_a');
  });
});
