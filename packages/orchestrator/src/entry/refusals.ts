import type { RefusalMap } from '@cw/entry';
import { projectRefusals } from '@cw/projects';
import type { DispatchFailure } from '../model/pause.ts';

export const dispatchRefusals = {
  ...projectRefusals,
  'dispatch.people-only': (failure) => ({
    message: `An agent may not ${failure.action} the starting of agents; that is for people.`,
    hint: 'Say in a comment on your task why it should be done.',
    kind: 'forbidden',
  }),
  'dispatch.reason-too-long': (failure) => ({
    message: `A reason is at most ${failure.most} characters long.`,
    hint: 'Say it in a sentence.',
    kind: 'usage',
  }),
} satisfies RefusalMap<DispatchFailure>;
