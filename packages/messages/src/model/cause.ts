import type { NextStep } from '@cw/kernel';
import type { Choice, ItemKind } from './item.ts';

/** What can hold work up that is the matter of no single task, and the kind its item is of. */
export const causeKinds = {
  /** The repository of a project is not where it was. */
  repository: 'hold',
  /** It is where it was, and cannot be read. */
  source: 'hold',
  /** The default branch of a project is gone from its repository. */
  'default-branch': 'hold',
  /** The private clone of a project is gone or damaged. */
  clone: 'hold',
  /** What was merged cannot be pushed to the repository. */
  push: 'hold',
  /** New commits in the repository conflict with the integration branch. */
  'new-commits': 'conflict',
  /** A branch of the repository no longer has commits that were taken from it. */
  history: 'conflict',
  /** No agent can be started with a program, which is missing. */
  program: 'hold',
  /** Agents cannot be kept in a sandbox as they are to be. */
  sandbox: 'hold',
  /** What may be spent a day is spent. */
  spending: 'hold',
  /** Too little memory is free to start another agent. */
  memory: 'hold',
  /** The disk of the workspace is almost full. */
  disk: 'hold',
  /** An agent that was asked whether it is still at work has not answered. */
  silence: 'hold',
} as const satisfies Record<string, ItemKind>;

export type CauseName = keyof typeof causeKinds;

/** `cause:<name>:<of what>`: one item is open about each. */
export type CauseSubject = `cause:${CauseName}:${string}`;

/** @param of what it is the cause at: the id of a project or a run, `workspace`, or a program and its path */
export function causeSubject(name: CauseName, of: string): CauseSubject {
  return `cause:${name}:${of}`;
}

/** What stands behind the noun of such a subject. @throws Error where that is no cause */
export function causeOf(id: string): { readonly name: CauseName; readonly of: string } {
  const at = id.indexOf(':');
  const name = Object.keys(causeKinds).find((each) => each === id.slice(0, at));
  if (name === undefined) throw new Error(`no cause is called ${id}`);
  return { name: name as CauseName, of: id.slice(at + 1) };
}

export type CauseDetails = {
  /** What can be done besides answering it. */
  readonly next?: readonly NextStep[] | undefined;
  /** What is wrong, as other doors say it in their own sentences, and what can be done first. */
  readonly because?: string | undefined;
  readonly hint?: string | undefined;
  /** The branch that it is about. */
  readonly branch?: string | undefined;
  /** Commits that the branch no longer has. */
  readonly commits?: readonly { readonly sha: string; readonly subject: string }[] | undefined;
  /** Tasks that have some of that. */
  readonly taskIds?: readonly string[] | undefined;
  /** The merge that could not be pushed. */
  readonly mergeId?: string | undefined;
  /** The task that is to put it right. */
  readonly fixedBy?: string | undefined;
};

const lookAgain: Choice = { name: 'retry', label: 'Try again now', text: 'none' };

/** How each can be answered. */
export const causeChoices = {
  repository: [lookAgain],
  clone: [lookAgain],
  source: [lookAgain],
  'default-branch': [lookAgain],
  push: [lookAgain],
  program: [lookAgain],
  sandbox: [lookAgain],
  spending: [lookAgain],
  memory: [lookAgain],
  disk: [lookAgain],
  'new-commits': [{ name: 'assign', label: 'Have an agent merge them', text: 'none' }],
  history: [
    { name: 'adopt', label: 'Drop them here too', text: 'none' },
    { name: 'keep', label: 'Keep them', text: 'none' },
  ],
  silence: [{ name: 'stop', label: 'Stop its run', text: 'none' }],
} as const satisfies Record<CauseName, readonly Choice[]>;
