import type { ReasonWords, Why } from '@cw/kernel';
import { type CauseReason, sayCauseReason } from './cause-reason.ts';

/** Why a merge request ended as it did, or waits again, and what its task is told of that. */
export type MergeReason =
  | { readonly code: 'merge.conflicts'; readonly branch: string; readonly files: readonly string[] }
  /** Its branch brings what should not be merged: some of that, and how much there is besides. */
  | {
      readonly code: 'merge.brings';
      readonly branch: string;
      readonly findings: readonly Finding[];
      readonly more: number;
    }
  | CheckReason
  | { readonly code: 'merge.not-landed'; readonly branch: string; readonly mergeSha: string }
  /** The world said no: a fault with its code. */
  | { readonly code: 'merge.fault'; readonly fault: string; readonly message: string }
  | { readonly code: 'merge.nothing' }
  /** It has the files that it began with. */
  | { readonly code: 'merge.unchanged' }
  | { readonly code: 'merge.unchanged-fails'; readonly why: Why }
  | { readonly code: 'merge.merged'; readonly branch: string; readonly mergeSha: string }
  | { readonly code: 'merge.unmerged'; readonly why: Why }
  | { readonly code: 'merge.superseded'; readonly by: string }
  | {
      readonly code: 'merge.put-back';
      readonly how: 'queue-stopped' | 'queue-broke' | 'program-ended';
    }
  | { readonly code: 'merge.moved'; readonly branch: string }
  /** What a person did with one that waited, and what they said of it. */
  | { readonly code: 'merge.withdrawn'; readonly by: string; readonly why: string | null }
  | { readonly code: 'merge.held'; readonly by: string; readonly why: string | null }
  /** Its task was cancelled while it waited. */
  | { readonly code: 'merge.task-cancelled'; readonly by: string }
  | CauseReason;

type Finding = { readonly path: string; readonly commit: string; readonly reason: Why };

/** A check did not pass. */
export type CheckReason = {
  readonly code: 'merge.check-failed';
  /** Missing where an older version ran it. */
  readonly name?: string;
  readonly command: string;
  readonly how: 'failed' | 'timed-out' | 'not-runnable';
  /** Null: it was ended by a signal. */
  readonly exitCode: number | null;
  /** How long it might take. */
  readonly seconds: number;
};

/** What such a reason says to people. */
export const sayMergeReason: ReasonWords<MergeReason> = (reason, say) => {
  switch (reason.code) {
    case 'merge.conflicts':
      return `It conflicts with ${reason.branch} in ${someOf(reason.files)}.`;
    case 'merge.brings': {
      const { branch, findings, more } = reason;
      return [
        'Its branch contains something that should not be merged.',
        ...findings.map(({ path, commit, reason: why }) => `- ${path} in ${commit.slice(0, 12)}: ${say(why)}`),
        ...(more > 0 ? [`- and ${more} more`] : []),
        `Remove it from every commit of ${branch}, or allow it if it is meant to be merged; then merge again.`,
      ].join('\n');
    }
    case 'merge.check-failed':
      return sayCheck(reason);
    case 'merge.not-landed':
      return `${reason.branch} does not contain the merge ${reason.mergeSha} that was just made.`;
    case 'merge.fault':
      return reason.message;
    case 'merge.nothing':
      return 'Its branch has no commits of its own.';
    case 'merge.unchanged':
      return 'Its branch changes no file, so there is nothing to merge.';
    case 'merge.unchanged-fails':
      return `Its agent says it is done and changed no file, but a check does not pass. ${say(reason.why)}`;
    case 'merge.merged':
      return `Merged into ${reason.branch} as ${reason.mergeSha.slice(0, 12)}.`;
    case 'merge.unmerged':
      return `Not merged: ${say(reason.why)}`;
    case 'merge.superseded':
      return `Replaced by a newer attempt: ${reason.by}.`;
    case 'merge.put-back':
      return putBack[reason.how];
    case 'merge.moved':
      return `${reason.branch} moved in the meantime`;
    case 'merge.withdrawn':
      return byPerson('Withdrawn from the merge queue', reason);
    case 'merge.held':
      return byPerson('Held', reason);
    case 'merge.task-cancelled':
      return `Withdrawn: ${reason.by} cancelled its task.`;
    default:
      return sayCauseReason(reason, say);
  }
};

function byPerson(what: string, { by, why }: { readonly by: string; readonly why: string | null }): string {
  return why === null ? `${what} by ${by}.` : `${what} by ${by}: ${why}`;
}

const putBack = {
  'queue-stopped': 'the queue was stopped',
  'queue-broke': 'the queue could not continue',
  'program-ended': 'the program that was merging it ended',
} as const;

function sayCheck({ name, command, how, exitCode, seconds }: CheckReason): string {
  const check = `The check ${JSON.stringify(name ?? command)}`;
  switch (how) {
    case 'timed-out':
      return `${check} did not end within ${seconds} s and was stopped.`;
    case 'not-runnable':
      return `${check} could not be run (code ${exitCode}): the program is missing or not executable.`;
    case 'failed':
      return `${check} ${exitCode === null ? 'was ended by a signal' : `failed with code ${exitCode}`}.`;
  }
}

/** A list of paths as part of a sentence. */
function someOf(paths: readonly string[]): string {
  const shown = paths.slice(0, 5).join(', ');
  return paths.length > 5 ? `${shown} and ${paths.length - 5} more` : shown;
}

/** Why a branch is held that brings what it should not. */
export function holding({ branch }: { readonly branch: string }, all: readonly Finding[]): MergeReason {
  const findings = all.slice(0, 10);
  return { code: 'merge.brings', branch, findings, more: all.length - findings.length };
}
