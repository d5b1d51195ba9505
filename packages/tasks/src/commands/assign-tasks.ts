import { type Act, err, ok } from '@cw/kernel';
import { parseName } from '@cw/task-formats';
import type { TaskStore } from '../adapters/task-store.ts';
import { checkNotHeldByOther, checkNotRunning } from '../model/claim-rules.ts';
import { checkMove } from '../model/legal-moves.ts';
import type { Task } from '../model/task.ts';
import type { TaskView } from '../model/task-view.ts';
import { applyChange } from './apply-change.ts';
import { resolveTask, type TaskResult } from './task-work.ts';
import { together } from './together.ts';

export type AssignInput = {
  readonly tasks: readonly string[];
  /** An agent or a role; without it whoever is free. */
  readonly to?: string | undefined;
};

/**
 * Puts tasks on a queue, all of them or none. An epic is no work itself: what is below it is put there, as far as it is open
 * and nobody has begun with it.
 */
export async function assignTasks(
  store: TaskStore,
  { tasks, to }: AssignInput,
  act: Act,
): Promise<TaskResult<readonly TaskView[]>> {
  if (act.actor.kind === 'run') return err({ kind: 'task.people-only', action: 'assign' });
  const wanted = await toBeAssigned(store, tasks);
  if (!wanted.ok) return wanted;
  return together(wanted.value, ({ id }) => assignTask(store, { task: id, to }, act));
}

/** The tasks that are meant where some are to be assigned, each once. */
export async function toBeAssigned(store: TaskStore, refs: readonly string[]): Promise<TaskResult<readonly Task[]>> {
  const meant = new Map<string, Task>();
  for (const ref of refs) {
    const task = await resolveTask(store, ref);
    if (!task.ok) return task;
    const own = task.value;
    const isEpic = own.type === 'epic' && own.status !== 'closed';
    const below = isEpic ? (await store.subtree(own)).filter(canBegin) : [own];
    if (below.length === 0) return err({ kind: 'task.nothing-to-assign', taskId: own.id, open: own.openChildren });
    for (const one of below) meant.set(one.id, one);
  }
  return ok([...meant.values()]);
}

function canBegin({ status, type, leaseHolder, stage }: Task): boolean {
  return status === 'open' && type !== 'epic' && leaseHolder === null && stage === null;
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
