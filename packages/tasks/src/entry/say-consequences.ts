import type { Consequences, TaskName } from '../model/task-view.ts';

/** What a change means for others, as sentences that name no command; none where it means nothing for them. */
export function sayConsequences(told: Consequences): readonly string[] {
  const { waiting, begins, ready, unqueued, closed, finished, reopened } = told;
  return [
    ...sentence(closed, [
      'Also closed, because all of its children are closed:',
      'Also closed, because all of their children are closed:',
    ]),
    ...sentence(finished, ['All of its children are closed now:', 'All of their children are closed now:']),
    ...sentence(reopened, ['Open again, since one of its children is:', 'Open again, since a child of each is:']),
    ...sentence(begins, ['An agent starts on', 'Agents start on']),
    ...sentence(ready, ['Ready now:', 'Ready now:']),
    ...sentence(waiting, ['1 task keeps waiting for it:', `${waiting.length} tasks keep waiting for it:`]),
    ...sentence(unqueued, [
      'Taken off the queue, because one of its subtasks was given up:',
      'Taken off the queue, because a subtask of each was given up:',
    ]),
  ];
}

const mostTold = 5;

function sentence(tasks: readonly TaskName[], [one, several]: readonly [string, string]): readonly string[] {
  if (tasks.length === 0) return [];
  const ids = tasks.slice(0, mostTold).map(({ id }) => id);
  const more = tasks.length > mostTold ? ` and ${tasks.length - mostTold} more` : '';
  return [`${tasks.length === 1 ? one : several} ${ids.join(', ')}${more}.`];
}
