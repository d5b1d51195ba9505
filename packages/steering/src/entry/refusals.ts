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
        ? `${runId} has ended; its agent no longer takes messages. Nothing was sent.`
        : `${runId} is ${how}: its agent no longer takes messages. Nothing was sent.`,
    ...(canGoOn
      ? {
          next: [
            step('Continue its conversation', 'run follow-up', taskId, '<text>'),
            step('Retry with a note, if it failed', 'run retry', taskId, '--note', '<text>'),
          ],
        }
      : {
          hint: 'It leaves no conversation to resume.',
          next: [step('Try again with a note', 'run retry', taskId, '--note', '<text>')],
        }),
    kind: 'conflict',
  }),
  'steer.no-channel': ({ runId, taskId, provider }) => ({
    message: `${runId} runs with ${provider}, which takes no messages while it runs. Nothing was sent.`,
    hint: 'Add it to the task, or stop the run and retry with a note.',
    next: [step('Write a comment', 'task comment', taskId, '<text>')],
    kind: 'conflict',
  }),
  'steer.merging': ({ taskId }) => ({
    message: `${taskId} is in the merge queue. Nothing was changed.`,
    hint: 'Withdraw its merge if it has not started yet; otherwise wait until it has finished.',
    next: [
      step('Withdraw its merge', 'merge cancel', taskId),
      step('See how far it is', 'merge show', taskId),
      step('Follow up once it is merged', 'run follow-up', taskId, '<text>'),
    ],
    kind: 'conflict',
  }),
  'steer.not-last': ({ runId, lastId, taskId }) => ({
    message: `${runId} is not the last run of ${taskId}: that is ${lastId}, and the worktree is as it left it.`,
    hint: `Give ${lastId}, or the task.`,
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
        ? `${taskId} is not held by a person, so it cannot be handed back.`
        : `${taskId} is held by ${holder}, not by a person who took it over.`,
    next: [step('See its state', 'task show', taskId), step('Take it over', 'run takeover', taskId)],
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
