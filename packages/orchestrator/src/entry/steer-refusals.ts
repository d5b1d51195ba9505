import { type Refusal, type RefusalMap, toRefusal } from '@cw/entry';
import type { MessageFailure } from '@cw/messages';
import { messageRefusals } from '@cw/messages';
import type { ControlFailure, SteerFailure } from '../control/control-failure.ts';
import { retryRefusal } from './refusals.ts';

const steerRefusals = {
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
    hint: canGoOn
      ? `To go on with its conversation: cw run follow-up ${taskId} "…", or cw run retry ${taskId} --note "…" where it failed.`
      : `It leaves no conversation to go on with. To have it done again: cw run retry ${taskId} --note "…".`,
    kind: 'conflict',
  }),
  'steer.no-channel': ({ runId, taskId, provider }) => ({
    message: `${runId} is at work with ${provider}, which takes no messages while it runs. Nothing was sent.`,
    hint: `Put it into the task (cw task comment ${taskId} "…"), or stop the run and try again with a note.`,
    kind: 'conflict',
  }),
  'steer.merging': ({ taskId }) => ({
    message: `${taskId} is being merged, which is not broken off. Nothing was changed.`,
    hint: `Wait for it (cw merge list); what is merged is gone on with by cw run follow-up ${taskId} "…".`,
    kind: 'conflict',
  }),
  'steer.not-last': ({ runId, lastId, taskId }) => ({
    message: `${runId} is not the last run of ${taskId}: ${lastId} is, and the worktree is as that one left it.`,
    hint: `Name ${lastId}, or the task.`,
    kind: 'conflict',
  }),
  'steer.no-worktree': ({ runId, taskId }) => ({
    message: `${runId} ended before it had a worktree, so there is nothing to take over.`,
    hint: `To work at it yourself: cw task claim ${taskId}. For an agent: cw run retry ${taskId}.`,
    kind: 'conflict',
  }),
  'steer.not-taken-over': ({ taskId, holder }) => ({
    message:
      holder === null
        ? `${taskId} is not in a person's hands, so it cannot be handed back.`
        : `${taskId} is held by ${holder}, not by a person who took it over.`,
    hint: `cw task show ${taskId} says how it stands; cw run takeover ${taskId} takes it over.`,
    kind: 'conflict',
  }),
  'steer.still-stopping': ({ runId }) => ({
    message: `The agent of ${runId} is still being ended.`,
    hint: `Try again in a moment; cw run show ${runId} says when it has ended. Without a server nothing ends it.`,
    kind: 'conflict',
  }),
  'steer.still-working': ({ runId, taskId }) => ({
    message: `${runId} has not given its result yet.`,
    hint: `Tell it now: cw run message ${taskId} "…".`,
    kind: 'conflict',
  }),
} satisfies RefusalMap<SteerFailure | MessageFailure>;

/** Why a run or a task cannot be steered like that, as every door shows it. */
export function steerRefusal(failure: ControlFailure): Refusal {
  return isOwn(failure) ? toRefusal<SteerFailure | MessageFailure>(steerRefusals, failure) : retryRefusal(failure);
}

function isOwn(failure: ControlFailure): failure is SteerFailure | MessageFailure {
  return Object.hasOwn(steerRefusals, failure.kind);
}
