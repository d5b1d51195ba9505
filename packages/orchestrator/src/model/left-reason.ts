import type { Left } from '@cw/projects/contract';

/** What a run left that is not on the branch of its task, and where that is kept. */
export type LeftReason = { readonly code: 'dispatch.not-on-branch' } & Left;
