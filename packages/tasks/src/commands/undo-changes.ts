import { type Act, err, ok } from '@cw/kernel';
import type { TaskStore } from '../adapters/task-store.ts';
import { changesSince } from '../model/stale.ts';
import type { Task } from '../model/task.ts';
import { edgesOf, fieldsBefore, type TaskStep, undoType } from '../model/undo.ts';
import { addDependency, checkParent } from './add-dependency.ts';
import { applyChange } from './apply-change.ts';
import { removeDependency } from './remove-dependency.ts';
import { reopenParents } from './reopen-parents.ts';
import type { TaskResult } from './task-work.ts';

/**
 * Takes back what was done to tasks, in one transaction, all of it or nothing: each task is again as it was, and what was created
 * is in the trash. What has changed since is not overwritten: it refuses all of it.
 * @returns what became different by it.
 */
export async function undoChanges(
  store: TaskStore,
  input: { readonly steps: readonly TaskStep[] },
  act: Act,
): Promise<TaskResult<readonly TaskStep[]>> {
  if (act.actor.kind === 'run') return err({ kind: 'task.people-only', action: 'undo' });
  const undone: TaskStep[] = [];
  const together = new Set(input.steps.map(({ id }) => id));
  for (const step of input.steps) {
    const task = await store.findAny(step.id);
    if (!task) return err({ kind: 'task.not-found', ref: step.id });
    const back = await undoOne(store, { task, step, together }, act);
    if (!back.ok) {
      return err({ kind: 'task.at-place', place: `“${task.title}”`, taskId: task.id, failure: back.error });
    }
    undone.push({ id: task.id, from: task.revision, to: back.value });
  }
  for (const { id } of undone) {
    const found = await checkFound(store, id);
    if (!found.ok) return found;
  }
  const ids = undone.map(({ id }) => id);
  const parents = await reopenParents(store, ids, act);
  return parents.ok ? ok([...undone, ...parents.value.steps]) : parents;
}

type Undoing = { readonly task: Task; readonly step: TaskStep; readonly together: ReadonlySet<string> };

async function undoOne(store: TaskStore, { task, step, together }: Undoing, act: Act): Promise<TaskResult<number>> {
  const events = await store.events(task.id);
  if (task.revision !== step.to) {
    const changes = changesSince(events, step.to);
    return err({ kind: 'task.stale', taskId: task.id, seen: step.to, revision: task.revision, changes });
  }
  if (step.from === 0) return uncreate(store, { task, together }, act);
  const before = fieldsBefore(events, step);
  if (!before) return err({ kind: 'task.cannot-undo', taskId: task.id });
  const placed = await mayStandBelow(store, task, before.parentId);
  if (!placed.ok) return placed;
  await applyChange(store, task, { type: undoType(task, before), changes: before, act });
  for (const { added, onId, type, gate } of edgesOf(events, step)) {
    const edge = { task: task.id, on: onId, type, gate };
    const put = await (added ? removeDependency(store, edge, act) : addDependency(store, edge, act));
    if (!put.ok) return put;
  }
  return ok((await store.findAny(task.id))?.revision ?? task.revision);
}

/** What was created goes into the trash, with nothing below it or waiting for it that was not created with it. */
async function uncreate(
  store: TaskStore,
  { task, together }: Pick<Undoing, 'task' | 'together'>,
  act: Act,
): Promise<TaskResult<number>> {
  const below = (await store.subtree(task)).filter(({ id }) => !together.has(id));
  if (below.length > 0) return err({ kind: 'task.has-children', taskId: task.id, count: below.length });
  const revision = await applyChange(store, task, { type: 'task.deleted', changes: { deletedAt: store.at }, act });
  const needing = (await store.waitingForGivenUp([task.id])).filter(({ id }) => !together.has(id));
  if (needing.length > 0) return err({ kind: 'task.needed', taskId: task.id, by: needing.map(({ id }) => id) });
  return ok(revision);
}

async function mayStandBelow(
  store: TaskStore,
  { id }: Task,
  parentId: string | null | undefined,
): Promise<TaskResult<void>> {
  if (parentId === undefined || parentId === null) return ok(undefined);
  const parent = await store.findAny(parentId);
  return parent ? checkParent(store, { id, parent }) : err({ kind: 'task.not-found', ref: parentId });
}

/** Below a parent in the trash a task would not be found. */
async function checkFound(store: TaskStore, id: string): Promise<TaskResult<void>> {
  const task = await store.findAny(id);
  if (!task || task.deletedAt !== null || task.parentId === null) return ok(undefined);
  const parent = await store.findAny(task.parentId);
  if (!parent || parent.deletedAt === null) return ok(undefined);
  return err({ kind: 'task.parent-deleted', taskId: id, parentId: parent.id });
}
