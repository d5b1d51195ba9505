import type { Choice } from './item.ts';

const retry: Choice = { name: 'retry', label: 'Go on from where it stopped', text: 'optional' };
const merge: Choice = { name: 'merge', label: 'Merge it again', text: 'none' };
const checkAgain: Choice = { ...merge, label: 'Check it again' };
const fresh: Choice = { name: 'fresh', label: 'Start over', text: 'optional' };
/** Where there is no conversation to go on with, that is the same as from the beginning. */
const again: Choice = { name: 'retry', label: 'Try it again', text: 'optional' };
const accept: Choice = { name: 'accept', label: 'Accept it as done', text: 'none' };
const cancel: Choice = { name: 'cancel', label: 'Give the task up', text: 'optional' };

/** How things that come before a person can be answered, whichever door shows them. */
export const choicesFor = {
  failure: [retry, fresh, cancel],
  failureWithoutConversation: [again, cancel],
  /** Of work that is done and was not merged: it may have been no fault of its agent. */
  unmerged: [{ ...retry, label: 'Ask its agent to fix it' }, merge, fresh, cancel],
  unmergedWithoutConversation: [again, merge, cancel],
  /** Of an agent that says it is done, and has changed nothing. */
  unchanged: [accept, { ...retry, label: 'Ask its agent to continue' }, fresh, cancel],
  unchangedWithoutConversation: [accept, again, cancel],
  /** The same where a check does not pass. */
  unchangedFailing: [{ ...retry, label: 'Ask its agent to fix it' }, checkAgain, accept, fresh, cancel],
  unchangedFailingWithoutConversation: [again, checkAgain, accept, cancel],
  /** Of an agent that ended with a question: the words go to the same conversation. */
  needsInput: [{ name: 'reply', label: 'Answer', text: 'required' }, cancel],
  /** Of an agent that says it is done, and was not allowed something on the way. */
  denied: [
    { name: 'accept', label: 'It is done without', text: 'none' },
    { name: 'reply', label: 'Tell its agent what is left', text: 'required' },
    cancel,
  ],
  /** Of an agent that waits or was parked. */
  question: [{ name: 'reply', label: 'Answer', text: 'required' }],
  conflict: [{ ...merge, name: 'retry' }, fresh, cancel],
  permission: [
    { name: 'allow', label: 'Allow this once', text: 'none' },
    { name: 'always', label: 'Always allow this in the project', text: 'none' },
    { name: 'deny', label: 'Deny', text: 'optional' },
  ],
  approval: [
    { name: 'approve', label: 'Approve', text: 'none' },
    { name: 'reject', label: 'Send back', text: 'required' },
  ],
  account: [{ name: 'retry', label: 'Try again now', text: 'none' }],
  proposals: [
    { name: 'accept', label: 'Make tasks of them', text: 'none' },
    { name: 'decline', label: 'Decline them', text: 'none' },
  ],
  pause: [{ name: 'resume', label: 'Start agents again', text: 'none' }],
} as const satisfies Record<string, readonly Choice[]>;
