import type { IsoTime } from '@cw/kernel';

export type ProjectView = {
  readonly id: string;
  readonly name: string;
  /** Path of the user's repository, or the URL it is cloned from. */
  readonly source: string;
  readonly sourceKind: 'path' | 'url';
  readonly defaultBranch: string;
  readonly integrationBranch: string;
  readonly goal: string | null;
  readonly constraints: readonly string[];
  readonly contextFile: string | null;
  /** Shell command lines run on a merge's result, in order. */
  readonly checks: readonly string[];
  /** Seconds one check may take. */
  readonly checkTimeout: number;
  readonly setupCommand: string | null;
  readonly dispatch: 'assigned' | 'auto';
  readonly mergeStyle: 'merge' | 'squash' | 'rebase';
  /** Where files lie that the set-up hook copies into each worktree. */
  readonly filesDir: string;
  readonly createdAt: IsoTime;
  readonly updatedAt: IsoTime;
  readonly revision: number;
};
