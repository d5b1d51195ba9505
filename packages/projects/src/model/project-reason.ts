import type { ReasonWords } from '@cw/kernel';

/** Why the repository of a project could not be given a branch. */
export type ProjectReason =
  | { readonly code: 'project.checked-out'; readonly branch: string; readonly at: string }
  | { readonly code: 'project.own-commits'; readonly branch: string }
  | {
      readonly code: 'project.not-given';
      readonly branch: string;
      readonly source: string;
      /** The code of the fault, and what it says. */
      readonly fault: string;
      readonly message: string;
    };

/** What such a reason says to people. */
export const sayProjectReason: ReasonWords<ProjectReason> = (reason) => {
  const { branch } = reason;
  switch (reason.code) {
    case 'project.checked-out':
      return `${branch} is checked out at ${reason.at}; it is pushed once another branch is checked out there.`;
    case 'project.own-commits':
      return `${branch} in the repository has commits of its own, which are merged in first.`;
    case 'project.not-given':
      return `${branch} could not be pushed to ${reason.source}: ${reason.message}`;
  }
};
