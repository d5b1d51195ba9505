import { sayerOf } from '@cw/kernel';
import { expect, test } from 'vitest';
import { type FindingReason, type HeldBackReason, sayFinding, sayHeldBack } from './file-reason.ts';

type FileReason = FindingReason | HeldBackReason;

/** Each code, and what it says. */
const all: { readonly [Code in FileReason['code']]: readonly [Extract<FileReason, { code: Code }>, string] } = {
  'finding.impossible-path': [{ code: 'finding.impossible-path' }, 'git cannot check out this path'],
  'finding.prepared-file': [{ code: 'finding.prepared-file' }, 'the set-up hook copied it there'],
  'finding.secret-name': [{ code: 'finding.secret-name', name: 'an .env' }, 'it looks like a secret: an .env'],
  'finding.secret': [{ code: 'finding.secret', secret: 'a key' }, 'it contains a key'],
  'finding.merge-markers': [{ code: 'finding.merge-markers' }, 'it contains unresolved conflict markers'],
  'finding.repository': [
    { code: 'finding.repository' },
    'it is a repository of its own that .gitmodules does not name, so its files would be missing',
  ],
  'finding.link-out': [
    { code: 'finding.link-out', target: '/etc' },
    'it is a link that leads out of the repository, to /etc',
  ],
  'finding.too-large': [
    { code: 'finding.too-large', bytes: 140_000_000 },
    'with 140 MB it is too large to be searched for secrets',
  ],
  'finding.lfs-missing': [{ code: 'finding.lfs-missing' }, 'it is a pointer of Git LFS to a file that is not here'],
  'held-back.link-out': [
    { code: 'held-back.link-out', target: '../x' },
    'a link that leads out of the repository, to ../x',
  ],
  'held-back.secret-name': [{ code: 'held-back.secret-name', name: 'an .env' }, 'looks like a secret: an .env'],
  'held-back.secret': [{ code: 'held-back.secret', secret: 'a key' }, 'looks like a secret: it contains a key'],
  'held-back.too-large': [{ code: 'held-back.too-large', bytes: 9 }, 'too large: 9 bytes'],
  'held-back.repository': [{ code: 'held-back.repository' }, 'a repository of its own'],
};

const say = sayerOf({ finding: sayFinding, 'held-back': sayHeldBack });

test.each(Object.values(all))('%j', (reason, words) => {
  expect(say(reason)).toBe(words);
});

test('files that are too large only together say so', () => {
  const together: FileReason = { code: 'held-back.too-large', bytes: null };
  expect(say(together)).toBe('too large: all changes together');
});
