import { isFault } from '@cw/kernel';
import { asEnd, gitFailed, reasonIn } from './git-failure.ts';
import { git } from './run-git.ts';

/** What git says of the objects of a clone: all are there, some are not, or why nobody can tell. */
export type Completeness =
  | { readonly kind: 'complete' }
  | { readonly kind: 'damaged'; readonly what: string }
  | { readonly kind: 'unknown'; readonly why: string };

const toldAtMost = 3;

/** Looks whether every object that a clone's refs lead to is there; cut short after some milliseconds. Nothing is written. */
export async function findMissing(clone: string, timeout: number): Promise<Completeness> {
  const args = ['fsck', '--connectivity-only', '--no-dangling', '--no-reflogs', '--no-progress'];
  try {
    const answer = await git(clone, args, { timeout, accept: foundCodes });
    if (answer.exitCode === 0) return { kind: 'complete' };
    const what = sayMissing(answer.stdout);
    if (what === undefined) throw gitFailed(args, answer, clone);
    return { kind: 'damaged', what };
  } catch (error) {
    if (!isFault(error)) throw error;
    if (error.code !== 'git.damaged') return { kind: 'unknown', why: error.message };
    return {
      kind: 'damaged',
      what: asEnd(reasonIn(error.cause instanceof Error ? error.cause.message : error.message)),
    };
  }
}

/** git adds up what it found: 1 objects, 2 what they lead to, 4 packs, 8 refs, 16 and 32 other files of its own. */
const foundCodes = Array.from({ length: 63 }, (_, index) => index + 1);

function sayMissing(said: string): string | undefined {
  const missing = [...new Set(said.match(/^missing \w+ [0-9a-f]{7}/gm))].map((line) => line.replace('missing ', ''));
  if (missing.length === 0) return undefined;
  const more = missing.length > toldAtMost ? ` and ${missing.length - toldAtMost} more` : '';
  const verb = missing.length === 1 ? 'is' : 'are';
  return `${missing.slice(0, toldAtMost).join(', ')}${more} ${verb} missing.`;
}
