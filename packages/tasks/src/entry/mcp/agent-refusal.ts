import type { Refusal } from '@cw/entry';
import { err, type Result } from '@cw/kernel';
import type { TaskFailure } from '../../model/task-failure.ts';
import { taskRefusal } from '../refusals.ts';

/** What an agent does next, where the hint for people names a command of the shell. */
const hints: Partial<Record<TaskFailure['kind'], string>> = {
  'task.not-found': 'Take the id from task_show, or from task_list or task_search where you have it.',
  'task.ambiguous': 'Give the whole id.',
  'task.title-too-long': 'Keep the title to one line and put the rest into the description.',
  'task.title-multiline': 'Keep the title to one line and put the rest into the description.',
  'task.claimed': 'Leave it to its holder and take another one: task_ready.',
  'task.not-ready': 'task_show shows what it waits for; task_ready lists what can be started.',
  'task.not-held': 'task_show shows who holds it; task_claim takes it when it is free.',
  'task.running': 'Leave it alone and take another one: task_ready.',
  'task.already-closed': 'Create a task for what is left to be done.',
  'task.not-closed': 'task_show shows where it stands.',
  'task.status-by-verb': 'Use task_claim or task_close.',
  'task.open-children': 'Close its children first; task_show lists them.',
  'task.unmet-dependencies': 'Finish those first, or give it up with the outcome cancelled.',
  'task.people-only': 'Tell the person what you need; only they can do it.',
  'task.stale': 'Look at it again with task_show, and repeat the change on what is there now.',
  'task.unknown-project': 'Leave the project out, or ask the person which one is meant.',
  'task.cycle': 'Take one of these dependencies out first: task_dep with remove.',
  'task.no-dependency': 'task_show lists what it depends on.',
  'task.out-of-reach': 'task_show without an id shows your task and what is around it.',
  'comment.not-found': 'Leave out what it answers.',
  'list.bad-cursor': 'Start without a cursor.',
  'query.wrong': 'Write it like: status = open and priority <= 1 and label = auth.',
};

/** A failure as an agent is told it: with a next step that it can take through its tools. */
export function agentRefusal(failure: TaskFailure): Refusal {
  const refusal = taskRefusal(failure);
  const hint = hints[failure.kind] ?? refusal.hint;
  const isForShells = hint !== undefined && /\bcw [a-z]|--[a-z]/.test(hint);
  return { ...refusal, hint: isForShells ? 'Correct the arguments and call it again.' : hint };
}

/** The same for a result. */
export function refuseAgent<T>(result: Result<T, TaskFailure>): Result<T, Refusal> {
  return result.ok ? result : err(agentRefusal(result.error));
}
