import type { RefusalMap } from '@cw/entry';
import type { MessageFailure } from '../model/message.ts';

export const messageRefusals = {
  'message.empty': () => ({
    message: 'The message is empty.',
    hint: 'Put the text after the command in quotes; - reads it from standard input.',
    kind: 'usage',
  }),
  'message.too-long': ({ most }) => ({
    message: `A message is at most ${most} characters long. Nothing was sent.`,
    hint: 'Put longer text into a file in the worktree or the description of the task, and refer to it.',
    kind: 'usage',
  }),
} satisfies RefusalMap<MessageFailure>;
