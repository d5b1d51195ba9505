import { type Act, err, ok } from '@cw/kernel';
import type { ProjectChoice } from '../model/project-choice.ts';
import { defaultPriority, defaultType, type NewTask } from '../model/task.ts';
import { parseLabels, parseName, parsePriority, parseText, parseTitle, parseType } from '../model/task-text.ts';
import type { TaskView } from '../model/task-view.ts';
import type { TaskStore } from '../ports/task-store.ts';
import { addDependencyWithin, checkParent } from './add-dependency.ts';
import { resolveProject, resolveTask, type TaskDeps, type TaskResult } from './task-work.ts';

export type CreateTaskInput = {
  readonly title: string;
  readonly description?: string | undefined;
  readonly acceptance?: string | undefined;
  /** `P0`–`P3` or 0–3. @defaultValue 'P2' */
  readonly priority?: string | undefined;
  /** @defaultValue 'task' */
  readonly type?: string | undefined;
  readonly labels?: readonly string[] | undefined;
  readonly assignee?: string | undefined;
  readonly parent?: string | undefined;
  /** Id or name; null for none. @defaultValue the parent's, else the workspace's only one */
  readonly project?: string | null | undefined;
  /** Run by the `script` provider; people only. */
  readonly script?: string | undefined;
  /** Tasks that must be done first. */
  readonly needs?: readonly string[] | undefined;
};

/** Writes a new, open task. Nothing starts to work on it unless its project says that its tasks start by themselves. */
export function createTask(deps: TaskDeps, input: CreateTaskInput, act: Act): Promise<TaskResult<TaskView>> {
  const id = deps.ids('task');
  return deps.transact(async (store) => {
    const task = await prepare(store, { ...input, id }, act);
    if (!task.ok) return task;
    return insertTask(store, { task: task.value, needs: input.needs ?? [] }, act);
  });
}

/** Writes a prepared task with its dependencies and tells of it. */
export async function insertTask(
  store: TaskStore,
  wanted: { readonly task: NewTask; readonly needs: readonly string[] },
  act: Act,
): Promise<TaskResult<TaskView>> {
  const written = await store.insert(wanted.task);
  const { id, ...after } = wanted.task;
  await store.append({ type: 'task.created', entity: id, payload: { revision: written.revision, after } }, act);
  for (const ref of wanted.needs) {
    const on = await resolveTask(store, ref);
    if (!on.ok) return on;
    const added = await addDependencyWithin(store, { task: written, on: on.value, type: 'blocks' }, act);
    if (!added.ok) return added;
  }
  return ok(await store.view(id));
}

type Wanted = CreateTaskInput & { readonly id: string };

async function prepare(store: TaskStore, input: Wanted, act: Act): Promise<TaskResult<NewTask>> {
  const words = checkWords(input, act);
  if (!words.ok) return words;
  const place = await findPlace(store, input);
  if (!place.ok) return place;
  const { parentId, project } = place.value;
  return ok({
    ...words.value,
    id: input.id,
    parentId,
    projectId: project?.id ?? null,
    dispatch: project?.dispatch === 'auto' ? 'auto' : 'manual',
  });
}

type Words = Omit<NewTask, 'id' | 'parentId' | 'projectId' | 'dispatch'>;

function checkWords(input: CreateTaskInput, act: Act): TaskResult<Words> {
  if (input.script !== undefined && act.actor.kind !== 'user')
    return err({ kind: 'task.people-only', action: 'script' });
  const title = parseTitle(input.title);
  if (!title.ok) return title;
  const description = parseText('description', input.description ?? '');
  if (!description.ok) return description;
  const acceptance = parseText('acceptance', input.acceptance ?? '');
  if (!acceptance.ok) return acceptance;
  const script = input.script === undefined ? ok(null) : parseText('script', input.script);
  if (!script.ok) return script;
  const priority = input.priority === undefined ? ok(defaultPriority) : parsePriority(input.priority);
  if (!priority.ok) return priority;
  const type = parseType(input.type ?? defaultType);
  if (!type.ok) return type;
  const labels = parseLabels(input.labels ?? []);
  if (!labels.ok) return labels;
  const assignee = input.assignee === undefined ? ok(null) : parseName('assignee', input.assignee);
  if (!assignee.ok) return assignee;
  return ok({
    title: title.value,
    description: description.value,
    acceptance: acceptance.value,
    script: script.value,
    priority: priority.value,
    type: type.value,
    labels: labels.value,
    assignee: assignee.value,
  });
}

type Place = { readonly parentId: string | null; readonly project: ProjectChoice | undefined };

async function findPlace(store: TaskStore, input: Wanted): Promise<TaskResult<Place>> {
  const parent = input.parent === undefined ? ok(null) : await resolveTask(store, input.parent);
  if (!parent.ok) return parent;
  if (parent.value) {
    const fits = await checkParent(store, { id: input.id, parent: parent.value });
    if (!fits.ok) return fits;
  }
  const parentId = parent.value?.id ?? null;
  if (input.project === null) return ok({ parentId, project: undefined });
  const ref = input.project ?? parent.value?.projectId;
  if (!ref) return ok({ parentId, project: await store.onlyProject() });
  const project = await resolveProject(store, ref);
  return project.ok ? ok({ parentId, project: project.value }) : project;
}
