import { type Act, err, ok, storeReason } from '@cw/kernel';
import { parseSaidText } from '@cw/task-formats';
import type { TaskStore } from '../adapters/task-store.ts';
import { checkNotHeldByOther, checkNotRunning } from '../model/claim-rules.ts';
import { checkMove } from '../model/legal-moves.ts';
import type { Task } from '../model/task.ts';
import type { Replanned } from '../model/task-events.ts';
import type { TaskReason } from '../model/task-reason.ts';
import type { Consequences, DependencyType, TaskView } from '../model/task-view.ts';
import { isBlocking } from '../model/waiting.ts';
import { addCheckpoint } from './add-checkpoint.ts';
import { addEdge } from './add-dependency.ts';
import { applyChange } from './apply-change.ts';
import { withConsequences } from './consequences.ts';
import { type PlannedTask, writePlanned } from './plan-tasks.ts';
import { removeDependency } from './remove-dependency.ts';
import { knownTask, resolveTask, type TaskResult } from './task-work.ts';

export type ReplanInput = {
  /** The task whose work below it is planned anew. */
  readonly task: string;
  readonly reason: string;
  /** What is to be done instead; `replaces` names a task whose dependents wait for this one from now on. */
  readonly tasks: readonly (PlannedTask & { readonly replaces?: string | undefined })[];
};

export type ReplanAnswer = {
  readonly task: TaskView;
  /** Ids of what was not done and is cancelled now. */
  readonly replaced: readonly string[];
  /** Ids of what was closed before and stays as it is. */
  readonly kept: readonly string[];
  readonly created: readonly TaskView[];
  /** Tasks elsewhere keep waiting for something replaced where nothing takes its place. */
  readonly consequences: Consequences;
};

/**
 * Replaces what is not done below a task with new tasks, keeps what is closed, and records why. Refused while somebody is
 * at work on any of what would be replaced. Agents' runs may not.
 */
export async function replan(store: TaskStore, input: ReplanInput, act: Act): Promise<TaskResult<ReplanAnswer>> {
  if (act.actor.kind === 'run') return err({ kind: 'task.people-only', action: 'replan' });
  const parent = await resolveTask(store, input.task);
  if (!parent.ok) return parent;
  const open = checkMove(parent.value, 'unblock');
  if (!open.ok) return open;
  const reason = parseSaidText('reason', input.reason);
  if (!reason.ok) return reason;
  if (input.tasks.length === 0) return err({ kind: 'task.empty-replan', taskId: parent.value.id });
  return replace(store, { ...input, parent: parent.value, reason: reason.value }, act);
}

type Replacement = ReplanInput & {
  readonly parent: Task;
};

async function replace(store: TaskStore, work: Replacement, act: Act): Promise<TaskResult<ReplanAnswer>> {
  const { parent, reason } = work;
  const inside = await store.subtree(parent);
  const replaced = inside.filter((task) => task.status !== 'closed');
  const change = async () => {
    const cancelled = await cancelAll(store, { tasks: replaced, reason }, act);
    if (!cancelled.ok) return cancelled;
    const made = await writePlanned(store, { tasks: work.tasks, under: parent.id }, act);
    if (!made.ok) return made;
    const passed = await passOn(store, { input: work, replaced, inside, made: made.value }, act);
    return passed.ok ? made : passed;
  };
  const ids = replaced.map(({ id }) => id);
  const changed = await withConsequences(store, { ids, givesUp: true, change }, act);
  if (!changed.ok) return changed;
  const { done: made, consequences } = changed.value;
  const told: Replanned = {
    reason,
    replaced: ids,
    kept: inside.filter((task) => task.status === 'closed').map((task) => task.id),
    created: made,
  };
  await store.append({ type: 'task.replanned', entity: parent.id, payload: told }, act);
  const recorded = await addCheckpoint(store, { task: parent.id, type: 'plan', text: tellCheckpoint(told) }, act);
  if (!recorded.ok) return recorded;
  const created: TaskView[] = [];
  for (const id of made) created.push(await store.view(id));
  const task = await store.view(parent.id);
  return ok({ task, replaced: ids, kept: told.kept, created, consequences });
}

async function cancelAll(
  store: TaskStore,
  wanted: { readonly tasks: readonly Task[]; readonly reason: string },
  act: Act,
): Promise<TaskResult<void>> {
  const replaced: TaskReason = { code: 'task.replaced', why: wanted.reason };
  for (const { id } of wanted.tasks) {
    const task = await knownTask(store, id);
    if (!task.ok) return task;
    const running = checkNotRunning(task.value);
    if (!running.ok) return running;
    const free = checkNotHeldByOther(task.value, null, store.at);
    if (!free.ok) return free;
    await applyChange(store, task.value, {
      type: 'task.closed',
      changes: {
        status: 'closed',
        outcome: 'cancelled',
        closeReason: storeReason(replaced),
        closedAt: store.at,
        statusReason: null,
        leaseHolder: null,
        leaseExpiresAt: null,
      },
      act,
    });
  }
  return ok(undefined);
}

type Succession = {
  readonly input: ReplanInput;
  readonly replaced: readonly Task[];
  readonly inside: readonly Task[];
  /** Ids of the new tasks, in the order of the input. */
  readonly made: readonly string[];
};

/** Makes tasks elsewhere that waited for something replaced wait for what takes its place, where anything does. */
async function passOn(store: TaskStore, succession: Succession, act: Act): Promise<TaskResult<void>> {
  const successors = await readSuccessors(store, succession);
  if (!successors.ok) return successors;
  const inside = new Set(succession.inside.map((task) => task.id));
  for (const old of succession.replaced) {
    const next = successors.value.get(old.id) ?? [];
    const waiting = (await store.dependents(old)).filter(({ id, type }) => !inside.has(id) && isBlocking(type));
    for (const { id, type } of waiting) {
      if (next.length === 0) continue;
      const linked = await addEdges(store, { id, to: next, type }, act);
      if (!linked.ok) return linked;
      const removed = await removeDependency(store, { task: id, on: old.id, type }, act);
      if (!removed.ok) return removed;
    }
  }
  return ok(undefined);
}

/** Ids of the new tasks that take the place of an old one, by its id. */
async function readSuccessors(
  store: TaskStore,
  { input, replaced, made }: Succession,
): Promise<TaskResult<ReadonlyMap<string, readonly string[]>>> {
  const successors = new Map<string, readonly string[]>();
  for (const [index, id] of made.entries()) {
    const replaces = input.tasks[index]?.replaces;
    if (replaces === undefined) continue;
    const old = await resolveTask(store, replaces);
    if (!old.ok) return old;
    const taskId = old.value.id;
    if (!replaced.some((task) => task.id === taskId)) return err({ kind: 'task.not-replaced', taskId });
    successors.set(taskId, [...(successors.get(taskId) ?? []), id]);
  }
  return ok(successors);
}

async function addEdges(
  store: TaskStore,
  edges: { readonly id: string; readonly to: readonly string[]; readonly type: DependencyType },
  act: Act,
): Promise<TaskResult<void>> {
  for (const id of edges.to) {
    const task = await knownTask(store, edges.id);
    if (!task.ok) return task;
    const on = await knownTask(store, id);
    if (!on.ok) return on;
    const added = await addEdge(store, { task: task.value, on: on.value, type: edges.type }, act);
    if (!added.ok) return added;
  }
  return ok(undefined);
}

function tellCheckpoint(told: Replanned): string {
  const part = (word: string, ids: readonly string[]) => (ids.length === 0 ? [] : [`${word}: ${ids.join(', ')}`]);
  return [
    told.reason,
    ...part('Replaced', told.replaced),
    ...part('Kept', told.kept),
    ...part('New', told.created),
  ].join('\n');
}
