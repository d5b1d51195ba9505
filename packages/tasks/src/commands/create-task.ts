import { type Act, ok } from '@cw/kernel';
import { defaultPriority, defaultType, type NeededTask, parseLabels } from '@cw/task-formats';
import type { TaskStore } from '../adapters/task-store.ts';
import { checkPeopleOnly } from '../model/people-only.ts';
import type { ProjectChoice } from '../model/project-choice.ts';
import { type WordsInput, wordChanges } from '../model/said-words.ts';
import type { NewTask, Task } from '../model/task.ts';
import { type DetailsInput, detailChanges } from '../model/task-details.ts';
import type { FieldName } from '../model/task-fields.ts';
import type { TaskView } from '../model/task-view.ts';
import { addEdge, checkParent } from './add-dependency.ts';
import { knownTask, resolveProject, resolveTask, type TaskResult } from './task-work.ts';

/** Without a priority it has P2, without a type it is a `task`. */
export type CreateTaskInput = WordsInput &
  DetailsInput & {
    readonly title: string;
    readonly labels?: readonly string[] | undefined;
    readonly parent?: string | undefined;
    /** Id or name; null for none. @defaultValue the parent's, else the workspace's only one */
    readonly project?: string | null | undefined;
    /** Whole id of the project that is meant where neither this nor the parent has one. @defaultValue the only one */
    readonly here?: string | undefined;
    /** Tasks that must be done first. */
    readonly needs?: readonly string[] | undefined;
    /** Tasks that have to wait for it. */
    readonly blocks?: readonly string[] | undefined;
    /** Dependencies of any type. */
    readonly dependencies?: readonly NeededTask[] | undefined;
    /** The parent's labels too. */
    readonly inheritLabels?: boolean | undefined;
  };

/** Writes a new, open task. Nothing starts to work on it unless its project says that its tasks start by themselves. */
export async function createTask(store: TaskStore, input: CreateTaskInput, act: Act): Promise<TaskResult<TaskView>> {
  const id = store.ids('task');
  const task = await prepareTask(store, { ...input, id }, act);
  if (!task.ok) return task;
  const needed = [...(input.needs ?? []).map((on): NeededTask => ({ on })), ...(input.dependencies ?? [])];
  const written = await insertTask(store, { task: task.value, needed }, act);
  if (!written.ok || !input.blocks?.length) return written;
  return blockOthers(store, { id, others: input.blocks }, act);
}

async function blockOthers(
  store: TaskStore,
  { id, others }: { readonly id: string; readonly others: readonly string[] },
  act: Act,
): Promise<TaskResult<TaskView>> {
  for (const ref of others) {
    const on = await knownTask(store, id);
    if (!on.ok) return on;
    const task = await resolveTask(store, ref);
    if (!task.ok) return task;
    const added = await addEdge(store, { task: task.value, on: on.value, type: 'blocks' }, act);
    if (!added.ok) return added;
  }
  return ok(await store.view(id));
}

/** Writes a prepared task with its dependencies and tells of it. */
export async function insertTask(
  store: TaskStore,
  wanted: { readonly task: NewTask; readonly needed: readonly NeededTask[] },
  act: Act,
): Promise<TaskResult<TaskView>> {
  await writeTask(store, wanted.task, act);
  for (const { on: ref, type, gate } of wanted.needed) {
    const task = await knownTask(store, wanted.task.id);
    if (!task.ok) return task;
    const on = await resolveTask(store, ref);
    if (!on.ok) return on;
    const added = await addEdge(store, { task: task.value, on: on.value, type: type ?? 'blocks', gate }, act);
    if (!added.ok) return added;
  }
  return ok(await store.view(wanted.task.id));
}

/** Writes a prepared task and tells of it. */
export async function writeTask(store: TaskStore, task: NewTask, act: Act): Promise<void> {
  await store.insert(task);
  const { id, ...after } = task;
  await store.append({ type: 'task.created', entity: id, payload: { revision: 1, after } }, act);
}

type Wanted = CreateTaskInput & { readonly id: string };

/** A new task as it is to be written, or what is wrong with it. */
export async function prepareTask(store: TaskStore, input: Wanted, act: Act): Promise<TaskResult<NewTask>> {
  const allowed = checkPeopleOnly(input, act.actor);
  if (!allowed.ok) return allowed;
  const words = wordChanges(input);
  if (!words.ok) return words;
  const details = detailChanges(input, { at: store.at, metadata: {} });
  if (!details.ok) return details;
  const place = await findPlace(store, input);
  if (!place.ok) return place;
  const { parent, project } = place.value;
  const labels = parseLabels([...(input.labels ?? []), ...(input.inheritLabels ? (parent?.labels ?? []) : [])]);
  if (!labels.ok) return labels;
  return ok({
    ...emptyWords,
    ...words.value,
    ...details.value,
    labels: labels.value,
    id: input.id,
    parentId: parent?.id ?? null,
    projectId: project?.id ?? null,
    dispatch: project?.dispatch === 'auto' ? 'auto' : 'manual',
  });
}

const emptyWords: Pick<Task, FieldName<'words'>> = {
  title: '',
  description: '',
  acceptance: '',
  priority: defaultPriority,
  type: defaultType,
  assignee: null,
};

type Place = { readonly parent: Task | null; readonly project: ProjectChoice | undefined };

async function findPlace(store: TaskStore, input: Wanted): Promise<TaskResult<Place>> {
  const above = input.parent === undefined ? ok(null) : await resolveTask(store, input.parent);
  if (!above.ok) return above;
  const parent = above.value;
  if (parent) {
    const fits = await checkParent(store, { id: input.id, parent });
    if (!fits.ok) return fits;
  }
  if (input.project === null) return ok({ parent, project: undefined });
  const ref = input.project ?? parent?.projectId ?? input.here;
  if (!ref) return ok({ parent, project: await store.onlyProject() });
  const project = await resolveProject(store, ref);
  return project.ok ? ok({ parent, project: project.value }) : project;
}
