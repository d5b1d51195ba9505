import { sayerOf } from '@cw/kernel';
import { expect, test } from 'vitest';
import { type ProjectReason, sayProjectReason } from './project-reason.ts';

const branch = 'cw/next';

/** Each code, and what it says. */
const all: { readonly [Code in ProjectReason['code']]: readonly [Extract<ProjectReason, { code: Code }>, string] } = {
  'project.checked-out': [
    { code: 'project.checked-out', branch, at: '/x' },
    'cw/next is checked out at /x; it is pushed once another branch is checked out there.',
  ],
  'project.rewritten': [
    { code: 'project.rewritten', branch },
    'cw/next in the repository no longer has commits that were pushed to it; nothing more is pushed until you decide what becomes of them.',
  ],
  'project.own-commits': [
    { code: 'project.own-commits', branch },
    'cw/next in the repository has commits of its own, which are merged in first.',
  ],
  'project.not-given': [
    { code: 'project.not-given', branch, source: '/x', fault: 'git.failed', message: 'no.' },
    'cw/next could not be pushed to /x: no.',
  ],
  'project.out-of-reach': [
    { code: 'project.out-of-reach', fault: 'project.repository-gone', message: 'It is gone.', hint: 'Move it back.' },
    'It is gone. Move it back.',
  ],
  'project.default-branch-gone': [
    { code: 'project.default-branch-gone', branch: 'main', source: '/x', project: 'shop' },
    'The default branch main of shop is gone from /x, so nothing new of it is taken in. Bring it back there, or choose another default branch.',
  ],
};

test.each(Object.values(all))('%j', (reason, words) => {
  expect(sayerOf({ project: sayProjectReason })(reason)).toBe(words);
});
