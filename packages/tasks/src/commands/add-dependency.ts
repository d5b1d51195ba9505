import { type Act, err, ok, type Result } from '@cw/kernel';
import type { TaskStore } from '../adapters/task-store.ts';
import { deepestNesting, type Task } from '../model/task.ts';
import type { DependencyFailure } from '../model/task-failure.ts';
import type { DependencyType, TaskView, WaitGate } from '../model/task-view.ts';
import { isBlocking, pathTo, type WaitNode, waitsOn } from '../model/waiting.ts';
import { applyChange } from './apply-change.ts';
import { resolveTask, type TaskResult } from './task-work.ts';

export type DependencyInput = {
  /** The task that needs. */
  readonly task: string;
  /** The task that is needed; for `parent-child`, the parent. */
  readonly on: string;
  /** @defaultValue 'blocks' */
  readonly type?: DependencyType | undefined;
  /** Only of `waits-for`. @defaultValue 'all' */
  readonly gate?: WaitGate | undefined;
};

/** Makes one task need another. What would go round in a circle is refused with the way round. */
export async function addDependency(store: TaskStore, input: DependencyInput, act: Act): Promise<TaskResult<TaskView>> {
  const task = await resolveTask(store, input.task);
  if (!task.ok) return task;
  const on = await resolveTask(store, input.on);
  if (!on.ok) return on;
  const type = input.type ?? 'blocks';
  const added = await addEdge(store, { task: task.value, on: on.value, type, gate: input.gate }, act);
  return added.ok ? ok(await store.view(task.value.id)) : added;
}

export type Edge = {
  readonly task: Task;
  readonly on: Task;
  readonly type: DependencyType;
  readonly gate?: WaitGate | undefined;
};

/** The same between tasks that are known. Adding what is there already changes nothing. */
export async function addEdge(store: TaskStore, edge: Edge, act: Act): Promise<Result<void, DependencyFailure>> {
  const { task, on, type } = edge;
  const allowed = await checkDependency(store, edge);
  if (!allowed.ok) return allowed;
  if (type === 'parent-child') {
    await applyChange(store, task, { type: 'task.updated', changes: { parentId: on.id }, act });
    return ok(undefined);
  }
  if (!(await store.addDependency(task, on, { type, gate: edge.gate }))) return ok(undefined);
  const revision = await store.change(task, {});
  await store.append(
    {
      type: 'task.dependency-added',
      entity: task.id,
      payload: {
        type,
        onId: on.id,
        ...(type === 'waits-for' ? { gate: edge.gate ?? 'all' } : {}),
        revision,
      },
    },
    act,
  );
  return ok(undefined);
}

/** Whether this edge may be: not on itself, in no circle, not too deep. */
export async function checkDependency(store: TaskStore, edge: Edge): Promise<Result<void, DependencyFailure>> {
  const { task, on, type, gate } = edge;
  if (gate !== undefined && type !== 'waits-for') return err({ kind: 'task.bad-gate', type });
  if (task.id === on.id) return err({ kind: 'task.self-dependency', taskId: task.id });
  if (type === 'parent-child') return checkParent(store, { id: task.id, parent: on });
  if (!isBlocking(type) || !(await store.mayLeadTo(task, on))) return ok(undefined);
  const path = await findPath(store, waitsOn(type, on.id), { id: task.id, point: 'begin' });
  return path ? cycle(store, [task.id, ...path], type) : ok(undefined);
}

/**
 * Whether a task, which may not be written yet, may become a child of `parent`. A child begins after its parent began,
 * and whatever waits for the parent's children waits for it too: no way may lead round over either step, or over both.
 * The parent it has now does not count.
 */
export async function checkParent(
  store: TaskStore,
  wanted: { readonly id: string; readonly parent: Task },
): Promise<Result<void, DependencyFailure>> {
  const { id, parent } = wanted;
  const way = (from: WaitNode, to: WaitNode) => findPath(store, from, to, id);
  const upwards = await way({ id: parent.id, point: 'begin' }, { id, point: 'begin' });
  if (upwards) return cycle(store, [id, ...upwards], 'parent-child');
  const downwards = await way({ id, point: 'done' }, { id: parent.id, point: 'children' });
  if (downwards) return cycle(store, [...downwards, id], 'parent-child');
  const around = await way({ id: parent.id, point: 'begin' }, { id: parent.id, point: 'children' });
  if (around) return cycle(store, [id, ...around, id], 'parent-child');
  const above = (await store.levelsAbove(parent.id)) + 1;
  const below = await store.levelsBelow(id);
  if (above + below > deepestNesting) return err({ kind: 'task.too-deep', taskId: id, limit: deepestNesting });
  return ok(undefined);
}

async function findPath(
  store: TaskStore,
  from: WaitNode,
  to: WaitNode,
  moving?: string,
): Promise<readonly string[] | undefined> {
  return pathTo(to, await store.waitSteps(from, moving));
}

async function cycle(
  store: TaskStore,
  path: readonly string[],
  type: DependencyType,
): Promise<Result<never, DependencyFailure>> {
  const inTrash: string[] = [];
  for (const id of new Set(path)) {
    const task = await store.findAny(id);
    if (task && task.deletedAt !== null) inTrash.push(id);
  }
  return err({ kind: 'task.cycle', path, type, inTrash });
}
