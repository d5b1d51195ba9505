import { type Act, err, ok } from '@cw/kernel';
import { parseName } from '@cw/task-formats';
import type { TaskStore } from '../adapters/task-store.ts';
import { checkNotHeldByOther, checkNotRunning } from '../model/claim-rules.ts';
import { checkMove } from '../model/legal-moves.ts';
import type { TaskView } from '../model/task-view.ts';
import { applyChange } from './apply-change.ts';
import { resolveTask, type TaskResult } from './task-work.ts';
import { together } from './together.ts';

export type AssignInput = {
  readonly tasks: readonly string[];
  /** An agent or a role; without it whoever is free. */
  readonly to?: string | undefined;
};

/** Puts tasks on a queue, all of them or none. */
export function assignTasks(
  store: TaskStore,
  { tasks, to }: AssignInput,
  act: Act,
): Promise<TaskResult<readonly TaskView[]>> {
  return together(tasks, (task) => assignTask(store, { task, to }, act));
}

/**
 * Puts a task on a queue: agents may start on it as soon as it is ready. One that was blocked is open again; one without a
 * project gets the workspace's only one, and is refused where there are several.
 */
export async function assignTask(
  store: TaskStore,
  input: Pick<AssignInput, 'to'> & { readonly task: string },
  act: Act,
): Promise<TaskResult<TaskView>> {
  if (act.actor.kind === 'run') return err({ kind: 'task.people-only', action: 'assign' });
  const to = input.to === undefined ? ok(undefined) : parseName('assignee', input.to);
  if (!to.ok) return to;
  const found = await resolveTask(store, input.task);
  if (!found.ok) return found;
  const task = found.value;
  const move = checkMove(task, 'assign');
  if (!move.ok) return move;
  const running = checkNotRunning(task);
  if (!running.ok) return running;
  const free = checkNotHeldByOther(task, null, store.at);
  if (!free.ok) return free;
  const projectId = task.projectId ?? (await store.onlyProject())?.id;
  if (projectId === undefined) return err({ kind: 'task.no-project', taskId: task.id });
  await applyChange(store, task, {
    type: 'task.assigned',
    changes: {
      status: move.value,
      statusReason: null,
      stage: null,
      leaseHolder: null,
      leaseExpiresAt: null,
      dispatch: 'assigned',
      projectId,
      ...(to.value === undefined ? {} : { assignee: to.value }),
    },
    act,
  });
  return ok(await store.view(task.id));
}
