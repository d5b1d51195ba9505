import type { RefusalMap } from '@cw/entry';
import { step, tellDay } from '@cw/kernel';
import type { RunFailure } from '../model/run-failure.ts';

export const runRefusals = {
  'run.not-found': (failure) => ({
    message: `There is no run “${failure.run}”.`,
    hint: 'A task has one once an agent began on it.',
    next: [step('See the latest runs', 'run list')],
    kind: 'not-found',
  }),
  'run.ambiguous': (failure) => ({
    message: `“${failure.run}” is the start of several ids: ${failure.matches.join(', ')}.`,
    hint: 'Type more of the id.',
    kind: 'usage',
  }),
  'run.already-active': (failure) => ({
    message: `Run ${failure.runId} already works on task ${failure.taskId}.`,
    next: [step('See what it does', 'run log', '-f', failure.runId)],
    kind: 'conflict',
  }),
  'run.ended': (failure) => ({
    message: `Run ${failure.runId} has ended already (${failure.outcome}).`,
    next: [step('See how it ended', 'run show', failure.runId)],
    kind: 'conflict',
  }),
  'run.step-passed': (failure) => ({
    message: `Run ${failure.runId} is at “${failure.step}” and cannot go back to “${failure.asked}”.`,
    kind: 'conflict',
  }),
  'run.no-prompt': (failure) => ({
    message: `Run ${failure.runId} has no prompt yet.`,
    next: [step('See which step it has reached', 'run show', failure.runId)],
    kind: 'not-found',
  }),
  'run.log-removed': (failure) => ({
    message: `The log, prompt and inputs of run ${failure.runId} were removed on ${tellDay(failure.at)}, being old.`,
    next: [
      step('See how the run went', 'run show', failure.runId),
      step('See after how many days logs are removed', 'config get', 'cleanup.logs'),
    ],
    kind: 'not-found',
  }),
  'run.log-missing': (failure) => ({
    message: `The log of run ${failure.runId} is not on the disk any more; it was at ${failure.path}.`,
    next: [step('See how the run went', 'run show', failure.runId)],
    kind: 'not-found',
  }),
  'run.no-line': (failure) => ({
    message: `No line of the log of run ${failure.runId} begins at byte ${failure.offset}.`,
    hint: 'Take the number from the key of an entry.',
    kind: 'not-found',
  }),
  'run.no-input': (failure) => ({
    message: `Run ${failure.runId} was given nothing named “${failure.name}”.`,
    next: [step('See what it was given', 'run show', failure.runId)],
    kind: 'not-found',
  }),
  'run.bad-limit': (failure) => ({
    message: 'That is no number of runs to list.',
    hint: `Ask for 1 to ${failure.largest}.`,
    kind: 'usage',
  }),
  'run.bad-cursor': (failure) => ({
    message: `“${failure.cursor}” is not where a list ended.`,
    hint: 'Use the nextCursor of the page before.',
    kind: 'usage',
  }),
} satisfies RefusalMap<RunFailure>;
