import type { RefusalMap } from '@cw/entry';
import type { MessageFailure } from '../model/message.ts';

export const messageRefusals = {
  'message.empty': () => ({
    message: 'A message says something.',
    hint: 'Put it behind the command in quotes; - reads it from standard input.',
    kind: 'usage',
  }),
  'message.too-long': ({ most }) => ({
    message: `A message is at most ${most} characters long. Nothing was sent.`,
    hint: 'Put what is longer into a file of the worktree or into the description of the task, and name that.',
    kind: 'usage',
  }),
} satisfies RefusalMap<MessageFailure>;
