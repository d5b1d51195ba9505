import { type Refusal, type RefusalMap, toRefusal } from '@cw/entry';
import { step } from '@cw/kernel';
import { messageRefusals } from '@cw/messages';
import { retryRefusals } from '@cw/orchestrator';
import type { SteeringFailure } from '../model/steering-failure.ts';

const steeringRefusals = {
  ...retryRefusals,
  ...messageRefusals,
  'steer.people-only': ({ action }) => ({
    message: `An agent may not ${action}; that is for people.`,
    hint: 'Say in a comment on your task what should be done.',
    kind: 'forbidden',
  }),
  'steer.run-over': ({ runId, taskId, how, canGoOn }) => ({
    message:
      how === 'ended'
        ? `${runId} has ended; its agent takes no messages any more. Nothing was sent.`
        : `${runId} is ${how}: its agent takes no messages any more. Nothing was sent.`,
    ...(canGoOn
      ? {
          next: [
            step('Continue its conversation', 'run follow-up', taskId, '<text>'),
            step('Retry with a note, if it failed', 'run retry', taskId, '--note', '<text>'),
          ],
        }
      : {
          hint: 'It leaves no conversation to go on with.',
          next: [step('Try again with a note', 'run retry', taskId, '--note', '<text>')],
        }),
    kind: 'conflict',
  }),
  'steer.no-channel': ({ runId, taskId, provider }) => ({
    message: `${runId} is at work with ${provider}, which takes no messages while it runs. Nothing was sent.`,
    hint: 'Put it into the task, or stop the run and try again with a note.',
    next: [step('Write a comment', 'task comment', taskId, '<text>')],
    kind: 'conflict',
  }),
  'steer.merging': ({ taskId }) => ({
    message: `${taskId} is being merged, which is not broken off. Nothing was changed.`,
    hint: 'Wait for it.',
    next: [
      step('See what is being merged', 'merge list'),
      step('Follow up once it is merged', 'run follow-up', taskId, '<text>'),
    ],
    kind: 'conflict',
  }),
  'steer.not-last': ({ runId, lastId, taskId }) => ({
    message: `${runId} is not the last run of ${taskId}: ${lastId} is, and the worktree is as that one left it.`,
    hint: `Name ${lastId}, or the task.`,
    kind: 'conflict',
  }),
  'steer.no-worktree': ({ runId, taskId }) => ({
    message: `${runId} ended before it had a worktree, so there is nothing to take over.`,
    next: [step('Work on it yourself', 'task claim', taskId), step('Have an agent try again', 'run retry', taskId)],
    kind: 'conflict',
  }),
  'steer.not-taken-over': ({ taskId, holder }) => ({
    message:
      holder === null
        ? `${taskId} is not in a person's hands, so it cannot be handed back.`
        : `${taskId} is held by ${holder}, not by a person who took it over.`,
    next: [step('See how it stands', 'task show', taskId), step('Take it over', 'run takeover', taskId)],
    kind: 'conflict',
  }),
  'steer.still-stopping': ({ runId }) => ({
    message: `The agent of ${runId} is still being ended.`,
    hint: 'Try again in a moment. Without a server nothing ends it.',
    next: [step('See whether it has ended', 'run show', runId)],
    kind: 'conflict',
  }),
  'steer.still-working': ({ runId, taskId }) => ({
    message: `${runId} has not given its result yet.`,
    next: [step('Tell it now', 'run message', taskId, '<text>')],
    kind: 'conflict',
  }),
} satisfies RefusalMap<SteeringFailure>;

/** Why a run or a task cannot be steered like that, as every door shows it. */
export function steerRefusal(failure: SteeringFailure): Refusal {
  return toRefusal<SteeringFailure>(steeringRefusals, failure);
}
