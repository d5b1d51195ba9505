import { type Act, err, ok } from '@cw/kernel';
import { parseName } from '@cw/task-formats';
import { checkNotHeldByOther, checkNotRunning } from '../model/claim-rules.ts';
import { checkMove } from '../model/legal-moves.ts';
import type { Task } from '../model/task.ts';
import type { TaskView } from '../model/task-view.ts';
import type { TaskStore } from '../ports/task-store.ts';
import { applyChange } from './apply-change.ts';
import { knownTask, resolveTask, type TaskDeps, type TaskResult } from './task-work.ts';

export type AssignInput = {
  readonly tasks: readonly string[];
  /** An agent or a role; without it whoever is free. */
  readonly to?: string | undefined;
};

/**
 * Puts tasks on a queue: agents may start on them as soon as they are ready. All of them or none. A task that was
 * blocked is open again; one without a project gets the workspace's only one, and is refused where there are several.
 */
export function assignTasks(
  deps: Pick<TaskDeps, 'transact'>,
  input: AssignInput,
  act: Act,
): Promise<TaskResult<readonly TaskView[]>> {
  return deps.transact(async (store) => {
    if (act.actor.kind === 'run') return err({ kind: 'task.people-only', action: 'assign' });
    const to = input.to === undefined ? ok(undefined) : parseName('assignee', input.to);
    if (!to.ok) return to;
    const views: TaskView[] = [];
    for (const ref of input.tasks) {
      const task = await resolveTask(store, ref);
      if (!task.ok) return task;
      const assigned = await assignOne(store, { task: task.value, to: to.value }, act);
      if (!assigned.ok) return assigned;
      views.push(assigned.value);
    }
    return ok(views);
  });
}

/** Puts one task on the queue, inside a transaction that the caller holds. */
export async function assignWithin(
  store: TaskStore,
  input: { readonly taskId: string },
  act: Act,
): Promise<TaskResult<TaskView>> {
  if (act.actor.kind === 'run') return err({ kind: 'task.people-only', action: 'assign' });
  const task = await knownTask(store, input.taskId);
  return task.ok ? assignOne(store, { task: task.value, to: undefined }, act) : task;
}

async function assignOne(
  store: TaskStore,
  wanted: { readonly task: Task; readonly to: string | undefined },
  act: Act,
): Promise<TaskResult<TaskView>> {
  const { task, to } = wanted;
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
      ...(to === undefined ? {} : { assignee: to }),
    },
    act,
  });
  return ok(await store.view(task.id));
}
