import { didYouMean, type RefusalMap } from '@cw/entry';
import { nearest, runStates, step, tellDay } from '@cw/kernel';
import type { RunFailure } from '../model/run-failure.ts';

export const runRefusals = {
  'run.not-found': (failure) => ({
    message: `Run “${failure.run}” not found.`,
    hint: didYouMean(failure.meant),
    next: [step('See the latest runs', 'run list')],
    kind: 'not-found',
  }),
  'run.none-of-task': ({ taskId }) => ({
    message: `No agent has started on ${taskId} yet.`,
    next: [step('See what it waits for', 'task show', taskId)],
    kind: 'not-found',
  }),
  'run.ambiguous': (failure) => ({
    message: `“${failure.run}” matches several ids: ${failure.matches.join(', ')}.`,
    hint: 'Type more of the id.',
    kind: 'usage',
  }),
  'run.already-active': (failure) => ({
    message: `Run ${failure.runId} already works on task ${failure.taskId}.`,
    next: [step('See what it is doing', 'run log', '-f', failure.runId)],
    kind: 'conflict',
  }),
  'run.ended': (failure) => ({
    message: `Run ${failure.runId} has already ended (${failure.outcome}).`,
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
    message: `The log, prompt and inputs of run ${failure.runId} were removed on ${tellDay(failure.at)} because they were old.`,
    next: [
      step('See how the run went', 'run show', failure.runId),
      step('See how long logs are kept', 'config get', 'cleanup.logs'),
    ],
    kind: 'not-found',
  }),
  'run.log-missing': (failure) => ({
    message: `The log of run ${failure.runId} is no longer on disk; it was at ${failure.path}.`,
    next: [step('See how the run went', 'run show', failure.runId)],
    kind: 'not-found',
  }),
  'run.no-line': (failure) => ({
    message: `No line in the log of run ${failure.runId} starts at byte ${failure.offset}.`,
    hint: 'Use the number in the key of an entry.',
    kind: 'not-found',
  }),
  'run.no-input': (failure) => ({
    message: `Run ${failure.runId} was given nothing named “${failure.name}”.`,
    next: [step('See what it was given', 'run show', failure.runId)],
    kind: 'not-found',
  }),
  'run.bad-limit': (failure) => ({
    message: 'Invalid number of runs to list.',
    hint: `Ask for 1 to ${failure.largest}.`,
    kind: 'usage',
  }),
  'run.bad-cursor': (failure) => ({
    message: `“${failure.cursor}” is not a valid cursor.`,
    hint: 'Use the nextCursor of the previous page.',
    kind: 'usage',
  }),
  'run.bad-state': ({ state }) => ({
    message: `Unknown state "${state}".`,
    hint: [didYouMean(nearest(state, runStates)), `Known: ${runStates.join(', ')}.`].filter(Boolean).join(' '),
    kind: 'usage',
  }),
} satisfies RefusalMap<RunFailure>;
