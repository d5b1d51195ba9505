import { didYouMean, type RefusalMap } from '@cw/entry';
import { step } from '@cw/kernel';
import type { MergeFailure } from '../model/merge-request.ts';

export const mergeRefusals = {
  'merge.not-found': (failure) => ({
    message: `Merge request “${failure.merge}” not found.`,
    hint: didYouMean(failure.meant),
    next: [step('See all merge requests', 'merge list')],
    kind: 'not-found',
  }),
  'merge.none-of-task': ({ taskId }) => ({
    message: `${taskId} has no merge request yet.`,
    hint: 'A task has one once an agent has finished it.',
    next: [step('See how far it is', 'task show', taskId)],
    kind: 'not-found',
  }),
  'merge.ambiguous': (failure) => ({
    message: `“${failure.merge}” matches several ids: ${failure.matches.join(', ')}.`,
    hint: 'Type more of the id.',
    kind: 'usage',
  }),
  'merge.already-queued': (failure) => ({
    message: `The task ${failure.taskId} has an open merge request: ${failure.mergeId}.`,
    next: [step('See that merge request', 'merge show', failure.mergeId)],
    kind: 'conflict',
  }),
  'merge.in-progress': (failure) => ({
    message: `The merge request ${failure.mergeId} is already in the queue; it is ${failure.state}.`,
    next: [
      failure.state === 'held'
        ? step('Let it be merged', 'merge release', failure.mergeId)
        : step('See its progress', 'merge show', failure.mergeId),
    ],
    kind: 'conflict',
  }),
  'merge.in-hand': (failure) => ({
    message: `The merge request ${failure.mergeId} is already ${failure.state} and cannot be interrupted. Nothing was changed.`,
    hint: 'Wait until it has finished.',
    next: [step('See its progress', 'merge show', failure.mergeId)],
    kind: 'conflict',
  }),
  'merge.not-queued': (failure) => ({
    message: `The merge request ${failure.mergeId} is not in the queue: it ended as ${failure.state}.`,
    next: [
      step('Put it into the queue again', 'merge retry', failure.mergeId),
      step('See why it ended', 'merge show', failure.mergeId),
    ],
    kind: 'conflict',
  }),
  'merge.people-only': (failure) => ({
    message: `An agent may not ${failure.action} a merge; that is for people.`,
    hint: 'Say in a comment on your task why it should be done.',
    kind: 'forbidden',
  }),
  'merge.bad-priority': (failure) => ({
    message: `“${failure.priority}” is not a priority.`,
    hint: 'Use P0 (first) to P3, a bare number, or critical, high, medium, low.',
    kind: 'usage',
  }),
  'merge.reason-too-long': (failure) => ({
    message: `A reason is at most ${failure.most} characters long.`,
    hint: 'Keep it to one sentence.',
    kind: 'usage',
  }),
  'merge.already-merged': (failure) => ({
    message: `The merge request ${failure.mergeId} has been merged.`,
    next: [step('See the commit', 'merge show', failure.mergeId)],
  }),
  'merge.superseded': (failure) => ({
    message: `The merge request ${failure.mergeId} was replaced by a newer one for its task: ${failure.by}.`,
    next: [step('See the newer one', 'merge show', failure.by)],
    kind: 'conflict',
  }),
  'merge.task-closed': (failure) => ({
    message: `The task ${failure.taskId} is closed, so its branch is not merged.`,
    next: [step('Reopen the task first', 'task reopen', failure.taskId)],
  }),
  'merge.branch-missing': (failure) => ({
    message: `The branch ${failure.branch} of ${failure.mergeId} is no longer in the project's clone.`,
    hint: 'The work of the run may still be under refs/cw in that clone.',
  }),
  'merge.no-check': (failure) => ({
    message: `The merge request ${failure.mergeId} has no check “${failure.check}”.`,
    hint: 'Name a check, or number it from 0.',
    next: [step('See its checks', 'merge show', failure.mergeId)],
    kind: 'not-found',
  }),
  'merge.history-conflicts': (failure) => ({
    message: `${failure.commit.slice(0, 12)} “${failure.subject}” of ${failure.integrationBranch} conflicts with the rewritten ${failure.branch} in ${failure.files.join(', ')}; nothing was changed.`,
    hint: `Keep the dropped commits instead: ${failure.branch} is then merged into ${failure.integrationBranch}, and what conflicts gets a task.`,
    kind: 'conflict',
  }),
  'merge.history-moved': (failure) => ({
    message: `${failure.branch} or its integration branch has just moved; nothing was changed.`,
    hint: 'Answer once more.',
    kind: 'conflict',
  }),
  'merge.bad-limit': (failure) => ({
    message: `A list shows from 1 to ${failure.largest} merge requests at a time.`,
    hint: 'Ask for a whole number in that range.',
    kind: 'usage',
  }),
  'merge.bad-cursor': (failure) => ({
    message: `“${failure.cursor}” is not a valid cursor.`,
    hint: 'Give the nextCursor of an earlier list, or none.',
    kind: 'usage',
  }),
} satisfies RefusalMap<MergeFailure>;
