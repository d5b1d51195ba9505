import { approvalReaction } from '@cw/messages';
import type { Reaction } from '@cw/storage';
import { systemIds } from './system-ids.ts';

/** What follows at once from what happens, whichever process writes it. */
export const reactions: readonly Reaction[] = [approvalReaction(systemIds)];
