import { type ReasonWords, step } from '@cw/kernel';

/** What is wrong between a project and the repository it is made of. */
export type ProjectReason = NotGiven | SourceTrouble;

/** Why the repository could not be given a branch. */
type NotGiven =
  | { readonly code: 'project.checked-out'; readonly branch: string; readonly at: string }
  | { readonly code: 'project.own-commits'; readonly branch: string }
  /** Somebody has taken commits off it there since it was given them. */
  | { readonly code: 'project.rewritten'; readonly branch: string }
  | {
      readonly code: 'project.not-given';
      readonly branch: string;
      readonly source: string;
      /** The code of the fault, and what it says. */
      readonly fault: string;
      readonly message: string;
    };

/** Why what is new in the repository cannot be taken in. */
export type SourceTrouble =
  /** It is gone, or cannot be read or reached: the fault with its code. */
  | {
      readonly code: 'project.out-of-reach';
      readonly fault: string;
      readonly message: string;
      readonly hint: string | undefined;
    }
  | {
      readonly code: 'project.default-branch-gone';
      readonly branch: string;
      readonly source: string;
      /** The project's name. */
      readonly project: string;
    };

/** What to do about a default branch that is gone. */
export function stepsWithoutBranch(project: string) {
  return [step('Choose another default branch', 'project set', project, '--default-branch', '<branch>')];
}

/** What such a reason says to people. */
export const sayProjectReason: ReasonWords<ProjectReason> = (reason) => {
  switch (reason.code) {
    case 'project.checked-out':
      return `${reason.branch} is checked out at ${reason.at}; it is pushed once another branch is checked out there.`;
    case 'project.own-commits':
      return `${reason.branch} in the repository has commits of its own, which are merged in first.`;
    case 'project.rewritten':
      return `${reason.branch} in the repository no longer has commits that were pushed to it; nothing more is pushed until you decide what becomes of them.`;
    case 'project.not-given':
      return `${reason.branch} could not be pushed to ${reason.source}: ${reason.message}`;
    case 'project.out-of-reach':
      return [reason.message, reason.hint ?? ''].join(' ').trim();
    case 'project.default-branch-gone':
      return `The default branch ${reason.branch} of ${reason.project} is gone from ${reason.source}, so nothing new of it is taken in. Bring it back there, or choose another default branch.`;
  }
};
