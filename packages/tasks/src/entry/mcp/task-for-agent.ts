import type { ReadDb } from '@cw/storage';
import type { CommentView, TaskView } from '../../model/task-view.ts';
import { getTask } from '../../queries/get-task.ts';
import { siblingTitles, type TaskTitle, taskComments, taskTitles } from '../../queries/task-story.ts';

type Related = { readonly id: string; readonly title: string; readonly status: string };
type RelatedInFull = Related & { readonly description: string; readonly result: string | null };

/** A task with what its agent may know of what is around it. */
export type TaskForAgent = Pick<
  TaskView,
  'id' | 'title' | 'description' | 'acceptance' | 'type' | 'priority' | 'labels' | 'status'
> & {
  /** The nearest first. */
  readonly parents: readonly RelatedInFull[];
  readonly needs: readonly RelatedInFull[];
  readonly neededBy: readonly Related[];
  readonly children: readonly Related[];
  readonly siblings: readonly Related[];
  readonly comments: readonly Pick<CommentView, 'author' | 'text' | 'createdAt'>[];
};

/** Reads a run's own task; undefined when it is gone. */
export async function readTaskForAgent(db: ReadDb, id: string): Promise<TaskForAgent | undefined> {
  const task = await getTask(db, id);
  if (!task) return undefined;
  const titles = await taskTitles(
    db,
    task.dependents.map((other) => other.id),
  );
  const dependents = (wanted: (type: string) => boolean) =>
    task.dependents.filter(({ type }) => wanted(type)).flatMap((other) => titles.get(other.id) ?? []);
  const { title, description, acceptance, type, priority, labels, status } = task;
  return {
    ...{ id, title, description, acceptance, type, priority, labels, status },
    parents: await readParents(db, task),
    needs: await readAll(
      db,
      task.dependencies.filter((dependency) => dependency.type !== 'parent-child').map((dependency) => dependency.id),
    ),
    neededBy: dependents((kind) => kind !== 'parent-child'),
    children: dependents((kind) => kind === 'parent-child'),
    siblings: await siblingTitles(db, id),
    comments: (await taskComments(db, id)).items.map(({ author, text, createdAt }) => ({ author, text, createdAt })),
  };
}

async function readParents(db: ReadDb, task: TaskView): Promise<readonly RelatedInFull[]> {
  const parents: RelatedInFull[] = [];
  for (let id = task.parentId; id !== null; ) {
    const parent = await getTask(db, id);
    if (!parent) break;
    parents.push(inFull(parent));
    id = parent.parentId;
  }
  return parents;
}

async function readAll(db: ReadDb, ids: readonly string[]): Promise<readonly RelatedInFull[]> {
  const found: RelatedInFull[] = [];
  for (const id of ids) {
    const task = await getTask(db, id);
    if (task) found.push(inFull(task));
  }
  return found;
}

function inFull(task: TaskView): RelatedInFull {
  const { id, title, description } = task;
  return { id, title, description, status: task.outcome ?? task.status, result: task.closeReason };
}

/** The same as compact text. */
export function tellTask(task: TaskForAgent): string {
  return [
    `${task.id}: ${task.title} (${task.type}, ${task.priority}, ${task.status})`,
    ...part('Description', task.description),
    ...part('Done when', task.acceptance),
    ...full('Part of', task.parents),
    ...full('Builds on', task.needs),
    ...short('Needed by', task.neededBy),
    ...short('Children', task.children),
    ...short('Siblings', task.siblings),
    ...part('Comments', task.comments.map(({ author, text }) => `${author}: ${text}`).join('\n')),
  ].join('\n');
}

function part(title: string, text: string): readonly string[] {
  return text.trim() === '' ? [] : ['', `${title}:`, text.trim()];
}

function full(title: string, tasks: readonly RelatedInFull[]): readonly string[] {
  return part(
    title,
    tasks
      .map(({ description, result, ...task }) =>
        [line(task), description.trim(), result === null ? '' : `Result: ${result}`].filter(Boolean).join('\n'),
      )
      .join('\n\n'),
  );
}

function short(title: string, tasks: readonly TaskTitle[]): readonly string[] {
  return part(title, tasks.map(line).join('\n'));
}

function line({ id, title, status }: Related): string {
  return `${id}: ${title} (${status})`;
}
