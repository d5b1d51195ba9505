import { type Act, err, ok } from '@cw/kernel';
import type { TaskStore } from '../adapters/task-store.ts';
import type { TaskHolder } from '../model/claim-rules.ts';
import type { Task } from '../model/task.ts';
import type { Consequences, TaskOutcome } from '../model/task-view.ts';
import type { TaskStep } from '../model/undo.ts';
import { assignTask, toBeAssigned } from './assign-tasks.ts';
import { claimTask } from './claim-task.ts';
import { closeEach } from './close-tasks.ts';
import type { WithConsequences } from './consequences.ts';
import { putIntoTrash } from './put-into-trash.ts';
import { releaseTask } from './release-task.ts';
import { reopenTask } from './reopen-task.ts';
import { resolveTask, type TaskResult } from './task-work.ts';
import { withBelow } from './trash-tasks.ts';
import { type UpdateTaskInput, updateTask } from './update-task.ts';

/** One change, made to each of several tasks. */
export type SharedChange =
  | ({ readonly kind: 'update' } & Pick<
      UpdateTaskInput,
      'priority' | 'type' | 'addLabels' | 'removeLabels' | 'assignee' | 'project'
    >)
  /** Whatever it is now: reopened, unblocked or given back. */
  | { readonly kind: 'open' }
  | { readonly kind: 'claim' }
  | { readonly kind: 'block'; readonly reason: string }
  | {
      readonly kind: 'close';
      readonly outcome?: TaskOutcome | undefined;
      readonly reason?: string | undefined;
      readonly force?: boolean | undefined;
    }
  | { readonly kind: 'assign'; readonly to?: string | undefined }
  /** With `cascade` what is below them too; without it, all of that must be named. */
  | { readonly kind: 'delete'; readonly cascade?: boolean | undefined };

export type ChangeTasksInput = {
  readonly tasks: readonly string[];
  readonly change: SharedChange;
  readonly holder: TaskHolder;
};

/**
 * Makes one change to several tasks in one transaction, all of them or none; a refusal says which task it is about.
 * @returns what became different, which `undoChanges` takes back, and what that means for others.
 */
export async function changeTasks(
  store: TaskStore,
  input: ChangeTasksInput,
  act: Act,
): Promise<TaskResult<ChangedTasks>> {
  const named = new Map<string, Task>();
  for (const ref of input.tasks) {
    const task = await resolveTask(store, ref);
    if (!task.ok) return task;
    named.set(task.value.id, task.value);
  }
  const carried = await carryOut(store, { ...input, tasks: [...named.values()] }, act);
  if (!carried.ok) return carried;
  const { touched, others } = carried.value;
  const steps: TaskStep[] = [...(others?.steps ?? [])];
  for (const { id, revision } of touched) {
    const now = await store.findAny(id);
    if (now && now.revision !== revision) steps.push({ id, from: revision, to: now.revision });
  }
  return ok({ steps, consequences: others?.consequences ?? null });
}

export type ChangedTasks = {
  readonly steps: readonly TaskStep[];
  /** Null for changes that mean nothing for others. */
  readonly consequences: Consequences | null;
};

type Carried = {
  /** The tasks that may have changed, as they were before. */
  readonly touched: readonly Task[];
  readonly others?: WithConsequences<unknown>;
};

type Wanted = Omit<ChangeTasksInput, 'tasks'> & { readonly tasks: readonly Task[] };

async function carryOut(store: TaskStore, wanted: Wanted, act: Act): Promise<TaskResult<Carried>> {
  const { tasks, change, holder } = wanted;
  if (change.kind === 'delete') return trash(store, wanted, act);
  if (change.kind === 'close') {
    const ids = tasks.map(({ id }) => id);
    const closed = await closeEach(store, { ...change, tasks: ids, holder }, act);
    return closed.ok ? ok({ touched: tasks, others: closed.value }) : atTask(tasks, closed);
  }
  const meant =
    change.kind === 'assign'
      ? await toBeAssigned(
          store,
          tasks.map(({ id }) => id),
        )
      : ok(tasks);
  if (!meant.ok) return atTask(tasks, meant);
  for (const task of meant.value) {
    const done = await changeOne(store, { ...wanted, task }, act);
    if (!done.ok) {
      return err({ kind: 'task.at-place', place: `“${task.title}”`, taskId: task.id, failure: done.error });
    }
  }
  return ok({ touched: meant.value });
}

function changeOne(
  store: TaskStore,
  { task: { id: task, status }, change, holder }: Wanted & { readonly task: Task },
  act: Act,
): Promise<TaskResult<unknown>> {
  switch (change.kind) {
    case 'update': {
      const { kind: _, ...fields } = change;
      return updateTask(store, { ...fields, task, holder }, act);
    }
    case 'claim':
      return claimTask(store, { task, holder }, act);
    case 'block':
      return updateTask(store, { task, holder, status: 'blocked', reason: change.reason }, act);
    case 'assign':
      return assignTask(store, { task, to: change.to }, act);
    default:
      if (status === 'closed') return reopenTask(store, { task }, act);
      if (status === 'in_progress') return releaseTask(store, { task, holder }, act);
      return updateTask(store, { task, holder, status: 'open' }, act);
  }
}

async function trash(store: TaskStore, wanted: Wanted, act: Act): Promise<TaskResult<Carried>> {
  const cascade = wanted.change.kind === 'delete' && wanted.change.cascade;
  const tasks = await withBelow(store, wanted.tasks, cascade);
  if (!tasks.ok) return atTask(wanted.tasks, tasks);
  const done = await putIntoTrash(store, { tasks: tasks.value, holder: wanted.holder }, act);
  return done.ok ? ok({ touched: tasks.value, others: done.value }) : atTask(tasks.value, done);
}

/** A refusal with the title of the task that it is about, where it says which. */
function atTask<T>(tasks: readonly Task[], refused: TaskResult<T> & { readonly ok: false }): TaskResult<never> {
  const failure = refused.error;
  const task = 'taskId' in failure ? tasks.find(({ id }) => id === failure.taskId) : undefined;
  return err(task ? { kind: 'task.at-place', place: `“${task.title}”`, taskId: task.id, failure } : failure);
}
