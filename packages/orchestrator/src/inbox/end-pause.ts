import type { Reaction } from '@cw/storage';
import { pauseStore } from '../adapters/pause-store.ts';
import { takePause } from '../commands/pause-dispatch.ts';
import { orchestratorAct } from '../deps.ts';

/** A project that is removed is paused no more, and nobody is asked to start agents in it again. */
export const removalReaction: Reaction = {
  to: ['project.removed'],
  react: async (tx, projects) => {
    for (const id of projects) await takePause(pauseStore(tx), id, orchestratorAct);
  },
};
