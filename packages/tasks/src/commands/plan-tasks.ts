import { type Act, err, ok, type Result } from '@cw/kernel';
import type { NeededTask, TaskDraft } from '@cw/task-formats';
import type { TaskStore } from '../adapters/task-store.ts';
import type { DependencyFailure, TaskFailure } from '../model/task-failure.ts';
import type { TaskView } from '../model/task-view.ts';
import { addEdge } from './add-dependency.ts';
import { type CreateTaskInput, prepareTask, writeTask } from './create-task.ts';
import { knownTask, resolveTask, type TaskResult } from './task-work.ts';

/** One of several tasks that are written together. In `parent`, `needs` and `dependencies` a key stands for its task. */
export type PlannedTask = CreateTaskInput & Pick<TaskDraft, 'key' | 'place' | 'parts'>;

export type PlannedInput = {
  readonly tasks: readonly PlannedTask[];
  /** The parent of those that name none. */
  readonly under?: string | undefined;
};

/** Writes several tasks with what they need of each other, all of them or none, in any order of theirs. */
export async function planTasks(
  store: TaskStore,
  input: PlannedInput,
  act: Act,
): Promise<TaskResult<readonly TaskView[]>> {
  const made = await writePlanned(store, input, act);
  if (!made.ok) return made;
  const views: TaskView[] = [];
  for (const id of made.value) views.push(await store.view(id));
  return ok(views);
}

/** The same without reading what a door shows. @returns ids in the order of the input. */
export async function writePlanned(
  store: TaskStore,
  work: PlannedInput,
  act: Act,
): Promise<Result<readonly string[], TaskFailure>> {
  const keys = readKeys(work.tasks);
  if (!keys.ok) return keys;
  const planned: Planned = { ...work, keys: keys.value, made: new Map() };
  for (const task of work.tasks) {
    const chain = parentsFirst(task, keys.value);
    if (!chain.ok) return placed(task, chain);
    for (const one of chain.value) {
      const written = await writeOne(store, { planned, task: one }, act);
      if (!written.ok) return placed(one, written);
    }
  }
  for (const task of work.tasks) {
    const linked = await link(store, { planned, task }, act);
    if (!linked.ok) return placed(task, linked);
  }
  return ok(work.tasks.flatMap((task) => planned.made.get(task) ?? []));
}

type Planned = PlannedInput & {
  readonly keys: ReadonlyMap<string, PlannedTask>;
  /** Ids of those that are written. */
  readonly made: Map<PlannedTask, string>;
};
type One = { readonly planned: Planned; readonly task: PlannedTask };

/** The id of the task that a key stands for; anything else is an id or a start of one. */
function meant({ keys, made }: Planned, word: string): string {
  const task = keys.get(word);
  return (task && made.get(task)) ?? word;
}

async function writeOne(store: TaskStore, { planned, task }: One, act: Act): Promise<TaskResult<void>> {
  if (planned.made.has(task)) return ok(undefined);
  const parent = task.parent === undefined ? planned.under : meant(planned, task.parent);
  const prepared = await prepareTask(store, { ...task, parent, id: store.ids('task') }, act);
  if (!prepared.ok) return prepared;
  await writeTask(store, prepared.value, act);
  planned.made.set(task, prepared.value.id);
  return ok(undefined);
}

function readKeys(tasks: readonly PlannedTask[]): Result<ReadonlyMap<string, PlannedTask>, TaskFailure> {
  const keys = new Map<string, PlannedTask>();
  for (const task of tasks) {
    if (task.key === undefined) continue;
    if (keys.has(task.key)) return placed(task, err({ kind: 'task.double-key', key: task.key }));
    keys.set(task.key, task);
  }
  return ok(keys);
}

/** A refusal together with the place of the task that it is about, or of the value of it. */
function placed(
  { place, parts }: PlannedTask,
  refused: { readonly ok: false; readonly error: TaskFailure },
): { readonly ok: false; readonly error: TaskFailure } {
  const { error } = refused;
  if (place === undefined) return refused;
  const text = 'text' in error ? error.text : 'ref' in error ? error.ref : undefined;
  const part = parts?.find(({ texts }) => text !== undefined && texts.some((one) => holds(one, text)));
  return err({ kind: 'task.at-place', place: part?.place ?? place, failure: error });
}

function holds(value: string, text: string): boolean {
  return value === text || value.split(',').some((one) => one.trim() === text.trim());
}

/** A task behind its parents among those that are planned. */
function parentsFirst(
  task: PlannedTask,
  keys: ReadonlyMap<string, PlannedTask>,
): Result<readonly PlannedTask[], DependencyFailure> {
  const chain = [task];
  for (let next = keys.get(task.parent ?? ''); next; next = keys.get(next.parent ?? '')) {
    if (chain.includes(next)) {
      const path = [...[...chain].reverse(), next].map((one) => `"${one.title}"`);
      return err({ kind: 'task.cycle', path, type: 'parent-child', inTrash: [] });
    }
    chain.unshift(next);
  }
  return ok(chain);
}

async function link(store: TaskStore, { planned, task }: One, act: Act): Promise<TaskResult<void>> {
  const needed: NeededTask[] = [...(task.needs ?? []).map((on) => ({ on })), ...(task.dependencies ?? [])];
  for (const { on, type, gate } of needed) {
    const own = await knownTask(store, planned.made.get(task) ?? '');
    if (!own.ok) return own;
    const other = await resolveTask(store, meant(planned, on));
    if (!other.ok) return err(namingPlanned(planned, other.error));
    const edge = { task: own.value, on: other.value, type: type ?? 'blocks', gate };
    const added = await addEdge(store, edge, act);
    if (!added.ok) return err(namingPlanned(planned, added.error));
  }
  return ok(undefined);
}

/** The same refusal, with titles for tasks that are not written after all, and names that may have been meant. */
function namingPlanned({ tasks, made }: Planned, failure: TaskFailure): TaskFailure {
  if (failure.kind === 'task.not-found') {
    const names = tasks.flatMap(({ title, key }) => (key === undefined ? [title] : [title, key]));
    return { ...failure, planned: names };
  }
  if (failure.kind !== 'task.cycle' && failure.kind !== 'task.self-dependency') return failure;
  const titles = new Map([...made].map(([task, id]) => [id, `"${task.title}"`]));
  if (failure.kind === 'task.cycle') return { ...failure, path: failure.path.map((id) => titles.get(id) ?? id) };
  return { ...failure, taskId: titles.get(failure.taskId) ?? failure.taskId };
}
