import { approvalReaction, proposalReaction } from '@cw/messages';
import { removalReaction, unchangedReaction } from '@cw/orchestrator';
import type { Reaction } from '@cw/storage';

/** What follows at once from what happens, whichever process writes it. */
export const reactions: readonly Reaction[] = [approvalReaction, proposalReaction, removalReaction, unchangedReaction];
