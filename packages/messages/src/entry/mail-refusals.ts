import { didYouMean, limitRefusal, type RefusalMap } from '@cw/entry';
import { step } from '@cw/kernel';
import type { MailFailure } from '../model/mail.ts';
import { messageRefusals } from './message-refusals.ts';

export const mailRefusals = {
  ...messageRefusals,
  'message.not-found': ({ message, meant }) => ({
    message: `Message “${message}” not found.`,
    hint: didYouMean(meant),
    next: [step('See every message', 'message list', '--all')],
    kind: 'not-found',
  }),
  'message.ambiguous': ({ message, matches }) => ({
    message: `“${message}” matches several ids: ${matches.join(', ')}.`,
    hint: 'Type more of the id.',
    kind: 'usage',
  }),
  'message.unknown-recipient': ({ to, known }) => ({
    message: `No recipient “${to}” found. Nothing was sent.`,
    hint: `Give the id of a run or an agent, a role, or a name: ${known.join(', ')}.`,
    kind: 'not-found',
  }),
  'message.ambiguous-recipient': ({ to, matches }) => ({
    message: `“${to}” can mean ${matches.join(', ')}. Nothing was sent.`,
    hint: 'Give one of these.',
    kind: 'usage',
  }),
  'message.run-ended': ({ runId, taskId }) => ({
    message: `The run ${runId} has ended, so nobody would read the message. Nothing was sent.`,
    next: [
      step('Try the task again and tell its next agent', 'run retry', taskId, '--note', '<text>'),
      step('Keep it with the task as a comment', 'task comment', taskId, '<text>'),
    ],
    kind: 'conflict',
  }),
  'message.not-yours': ({ message }) => ({
    message: `Nothing in the thread of ${message} is for you. Nothing was changed.`,
    next: [step('See your messages', 'message list')],
    kind: 'rule',
  }),
  'message.no-recipient': () => ({
    message: 'A message needs a recipient.',
    hint: 'Give a recipient, or the message to reply to.',
    kind: 'usage',
  }),
  'message.bad-priority': ({ priority }) => ({
    message: `“${priority}” is not a valid priority.`,
    hint: 'It is P0, P1, P2 or P3.',
    kind: 'usage',
  }),
  'message.bad-expiry': ({ expires }) => ({
    message: `“${expires}” is not a valid expiry.`,
    hint: 'Write 90m, 2h, 3d or 1w; at most a year.',
    kind: 'usage',
  }),
  'message.unknown-task': ({ task }) => ({
    message: `“${task}” does not match exactly one task.`,
    hint: 'Give its full id.',
    next: [step('Find the task', 'task search', '<words>')],
    kind: 'not-found',
  }),
  'message.to-itself': () => ({
    message: 'A message cannot be sent to its own sender. Nothing was sent.',
    next: [step('Leave a checkpoint for whoever continues the task', 'task checkpoint add', '<task>', '<text>')],
    kind: 'forbidden',
  }),
  'message.out-of-walls': ({ to }) => ({
    message: `This run is in a sandbox and ${to} is not, so its messages cannot go there. Nothing was sent.`,
    hint: 'Write to "person", who can pass it on.',
    kind: 'forbidden',
  }),
  'run.limit-reached': limitRefusal,
  'message.bad-limit': ({ largest }) => ({
    message: `A list shows from 1 to ${largest} at a time.`,
    hint: 'Ask for a whole number in that range.',
    kind: 'usage',
  }),
  'message.bad-cursor': ({ cursor }) => ({
    message: `“${cursor}” is not a valid cursor.`,
    hint: 'Give the nextCursor of an earlier list, or none.',
    kind: 'usage',
  }),
} satisfies RefusalMap<MailFailure>;
