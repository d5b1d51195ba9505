import { type RunFailure, runRefusals } from '@cw/agents';
import { type Refusal, type RefusalMap, toRefusal } from '@cw/entry';
import { mergeRefusals } from '@cw/integration';
import { step } from '@cw/kernel';
import { inboxRefusals } from '@cw/messages';
import { projectRefusals } from '@cw/projects';
import { type TaskFailure, taskRefusals } from '@cw/tasks';
import type { AnswerFailure } from '../inbox/answer-failure.ts';
import type { DispatchFailure } from '../model/pause.ts';
import type { CannotResume, RetryFailure } from '../model/retry.ts';

export const dispatchRefusals = {
  ...projectRefusals,
  'dispatch.people-only': (failure) => ({
    message: `An agent may not ${failure.action} starting agents; that is for people.`,
    hint: 'Say in a comment on your task why it should be done.',
    kind: 'forbidden',
  }),
  'dispatch.reason-too-long': (failure) => ({
    message: `A reason is at most ${failure.most} characters long.`,
    hint: 'Keep it to one sentence.',
    kind: 'usage',
  }),
} satisfies RefusalMap<DispatchFailure>;

/** Why a run begins afresh, in words that follow others. */
export function sayWhyFresh(why: CannotResume): string {
  switch (why) {
    case 'program-keeps-none':
      return 'its program keeps no conversation to resume';
    case 'never-began':
      return 'its agent was never started';
    case 'no-conversation':
      return 'its agent had said nothing yet';
    case 'other-project':
      return 'its task has moved to another project, with another worktree';
  }
}

export const retryRefusals = {
  ...taskRefusals,
  ...runRefusals,
  'retry.people-only': () => ({
    message: 'An agent may not retry a task; that is for people.',
    hint: 'Say in a comment on the task why it should be.',
    kind: 'forbidden',
  }),
  'retry.not-last': ({ runId, lastId, taskId }) => ({
    message: `${runId} is not the last run of ${taskId}: that is ${lastId}, and the worktree is as it left it.`,
    next: [
      step('Try the task again from there', 'run retry', lastId),
      step('Compare the two', 'run compare', runId, lastId),
    ],
    kind: 'conflict',
  }),
  'retry.cannot-resume': ({ runId, taskId, why }) => ({
    message: `${runId} cannot be resumed: ${sayWhyFresh(why)}.`,
    next: [step('Start from scratch, with a note of what to know', 'run retry', taskId, '--fresh', '--note', '<text>')],
    kind: 'conflict',
  }),
  'retry.bad-model': ({ model }) => ({
    message: `“${model}” is not a valid model name.`,
    hint: 'Use a name that the agent program accepts: opus, sonnet, or a full name.',
    kind: 'usage',
  }),
  'retry.project-removed': ({ taskId }) => ({
    message: `The project of ${taskId} was removed, so no agent can start on it.`,
    next: [step('Move it to another project', 'task update', taskId, '--project', '<project>')],
    kind: 'conflict',
  }),
  'retry.no-models': ({ taskId }) => ({
    message: `${taskId} is done by its script, which takes no model.`,
    hint: 'Leave out the model, or remove the script.',
    next: [step('Take it away', 'task update', taskId, '--script', '')],
    kind: 'usage',
  }),
  'retry.note-too-long': ({ most }) => ({
    message: `A note is at most ${most} characters long.`,
    hint: 'Put longer text into the description of the task.',
    kind: 'usage',
  }),
  'compare.same-run': ({ runId }) => ({
    message: `Both are the run ${runId}.`,
    next: [step('See the other runs', 'run list')],
    kind: 'conflict',
  }),
} satisfies RefusalMap<RetryFailure | RunFailure | TaskFailure>;

/** Why a task cannot be tried again, or runs not be compared, as every door shows it. */
export function retryRefusal(failure: RetryFailure | RunFailure | TaskFailure): Refusal {
  return toRefusal<RetryFailure | RunFailure | TaskFailure>(retryRefusals, failure);
}

const answerRefusals = {
  ...retryRefusals,
  ...mergeRefusals,
  ...inboxRefusals,
  'inbox.person-decides': (failure) => ({
    message: `${failure.item} can be answered like that only by the person: it is ${failure.of === 'approval' ? 'an approval' : 'a permission'}.`,
    next: [step('Ask them to answer it themselves', 'inbox show', failure.item)],
    kind: 'forbidden',
  }),
} satisfies RefusalMap<AnswerFailure>;

/** Why an answer was not taken, as every door shows it. */
export function answerRefusal(failure: AnswerFailure): Refusal {
  return toRefusal<AnswerFailure>(answerRefusals, failure);
}
