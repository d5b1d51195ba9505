import { commandLine, plainLine, type Style } from '@cw/entry';
import { type NextStep, step } from '@cw/kernel';
import type { Consequences, TaskName } from '../../model/task-view.ts';

const mostTold = 10;

type GivenUp = {
  /** Ids of what was changed. */
  readonly gaveUp: readonly string[];
  /** It lies in the trash. */
  readonly isDeleted?: boolean;
  /** It is only said what would be. */
  readonly isPlanned?: boolean;
};

/** What a change means for others, in lines; none where it means nothing for them. */
export function consequenceLines(told: Consequences, given: GivenUp, style: Style): readonly string[] {
  const { waiting, begins, ready, unqueued, closed, finished, reopened } = told;
  return [
    ...named('Also closed, because all of its children are closed', closed, style),
    ...named('All of its children are closed', finished, style),
    ...finished
      .slice(0, 1)
      .map(() => stepLine(step('Close it', 'task close', onlyOf(finished.map(({ id }) => id))), style)),
    ...named('Open again, since one of its children is', reopened, style),
    ...named(begins.length === 1 ? 'An agent starts on' : 'Agents start on', begins, style),
    ...named('Ready now', ready, style),
    ...named('Keeps waiting', waiting, style),
    ...(waiting.length === 0 ? [] : stepsOnwards(waiting, given).map((next) => stepLine(next, style))),
    ...named('Taken off the queue, because one of its subtasks was given up', unqueued, style),
    ...(unqueued.length === 0 ? [] : [stepLine(assignAgain(unqueued), style)]),
  ];
}

/** How what waits for something that was given up can go on. */
function stepsOnwards(waiting: readonly TaskName[], { gaveUp, isDeleted, isPlanned }: GivenUp): readonly NextStep[] {
  const [one, given] = [onlyOf(waiting.map(({ id }) => id)), onlyOf(gaveUp)];
  return [
    step('Remove the dependency', 'task dep remove', one, given),
    cancelStep(one, given, isDeleted),
    ...(isPlanned ? [] : [backStep(given, isDeleted)]),
  ];
}

/** What lies in the trash cannot be cancelled, so that what waits for it is cancelled by its own id. */
function cancelStep(waiting: string, given: string, isDeleted = false): NextStep {
  return isDeleted
    ? step('Cancel the waiting tasks too', 'task cancel', waiting, '--dependents')
    : step('Cancel the waiting tasks too', 'task cancel', given, '--dependents');
}

function backStep(given: string, isDeleted = false): NextStep {
  return isDeleted
    ? step('Or take it out of the trash', 'task restore', given)
    : step('Or take it up again', 'task reopen', given);
}

function assignAgain(unqueued: readonly TaskName[]): NextStep {
  return step('Assign it if it is still to be done', 'assign', onlyOf(unqueued.map(({ id }) => id)));
}

/** The one that is meant, or a word for any of several. */
function onlyOf(ids: readonly string[]): string {
  const [first, ...others] = ids;
  return first === undefined || others.length > 0 ? '<task>' : first;
}

function stepLine(next: NextStep, style: Style): string {
  return `  ${next.say}: ${style.dim(commandLine(next))}`;
}

function named(what: string, tasks: readonly TaskName[], style: Style): readonly string[] {
  if (tasks.length === 0) return [];
  const more = tasks.length - mostTold;
  return [
    style.bold(what),
    ...tasks.slice(0, mostTold).map(({ id, title }) => `  ${style.cyan(id)}  ${plainLine(title)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}
