import { commandLine, plainLine, type Style } from '@cw/entry';
import { type NextStep, step } from '@cw/kernel';
import type { Consequences, TaskName } from '../../model/task-view.ts';

const mostTold = 10;

type GivenUp = {
  /** Ids of what was changed. */
  readonly gaveUp: readonly string[];
  /** It lies in the trash. */
  readonly isDeleted?: boolean;
};

/** What a change means for others, in lines; none where it means nothing for them. */
export function consequenceLines(
  told: Consequences,
  { gaveUp, isDeleted = false }: GivenUp,
  style: Style,
): readonly string[] {
  const { waiting, begins, ready, unqueued, closed, finished } = told;
  return [
    ...named('Also closed, because all of its children are closed', closed, style),
    ...named('All of its children are closed', finished, style),
    ...finished
      .slice(0, 1)
      .map(({ id }) => stepLine(step('Close it', 'task close', finished.length === 1 ? id : '<task>'), style)),
    ...named(begins.length === 1 ? 'An agent starts on' : 'Agents start on', begins, style),
    ...named('Ready now', ready, style),
    ...named('Keeps waiting', waiting, style),
    ...(waiting.length === 0 ? [] : stepsOnwards(waiting, { gaveUp, isDeleted }).map((next) => stepLine(next, style))),
    ...named('Taken off the queue, because one of its subtasks was given up', unqueued, style),
    ...(unqueued.length === 0 ? [] : [stepLine(assignAgain(unqueued), style)]),
  ];
}

/** How what waits for something that was given up can go on. */
function stepsOnwards(waiting: readonly TaskName[], { gaveUp, isDeleted }: GivenUp): readonly NextStep[] {
  const [given = '<task>'] = gaveUp;
  const [first] = waiting;
  const one = waiting.length === 1 && first ? first.id : '<task>';
  return [
    step('Remove the dependency', 'task dep remove', one, given),
    step('Cancel the waiting tasks too', 'task cancel', one, '--dependents'),
    isDeleted
      ? step('Or take it out of the trash', 'task restore', given)
      : step('Or take it up again', 'task reopen', given),
  ];
}

function assignAgain(unqueued: readonly TaskName[]): NextStep {
  const [first] = unqueued;
  const one = unqueued.length === 1 && first ? first.id : '<task>';
  return step('Assign it if it is still to be done', 'assign', one);
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
