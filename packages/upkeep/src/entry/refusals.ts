import type { RefusalMap } from '@cw/entry';
import type { CleaningFailure } from '../model/cleaning.ts';

export const cleaningRefusals = {
  'dispatch.people-only': () => ({
    message: 'An agent may not clean up the workspace; that is for people.',
    hint: 'Say in a comment on your task why it should be done.',
    kind: 'forbidden',
  }),
} satisfies RefusalMap<CleaningFailure>;
