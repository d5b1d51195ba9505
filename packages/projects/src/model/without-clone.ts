import { type Advice, step } from '@cw/kernel';

/** What to do about a private clone that is gone or damaged. */
export const withoutClone: Advice = {
  hint: "Unmerged work was only there: restore the folder from a copy of the workspace's files, or have it cloned again.",
  next: [step('See what is missing', 'doctor'), step('Clone it again', 'doctor', '--fix')],
};
