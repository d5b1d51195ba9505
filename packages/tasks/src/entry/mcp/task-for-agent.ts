import type { ReadDb } from '@cw/storage';
import type { Artifact, CheckpointView, CommentView, PlanView, TaskView } from '../../model/task-view.ts';
import { getTask } from '../../queries/get-task.ts';
import { lastCheckpoints } from '../../queries/task-checkpoints.ts';
import { siblingTitles, type TaskTitle, taskComments, taskTitles } from '../../queries/task-story.ts';

/** A task around another one, with its text and what came of it. */
export type NearTask = TaskTitle & {
  readonly description: string;
  readonly acceptance: string;
  readonly result: string | null;
};

/** A task with what its agent may know of what is around it. */
export type TaskForAgent = Pick<TaskView, 'id' | 'title' | 'type' | 'priority' | 'labels' | 'status'> & {
  readonly description: string;
  readonly acceptance: string;
  readonly design: string;
  /** What it declares to change. */
  readonly files: readonly string[];
  readonly plan: (Pick<PlanView, 'goal' | 'approach' | 'steps'> & { readonly approved: boolean }) | null;
  /** The last ones, in sequence. */
  readonly checkpoints: readonly Pick<CheckpointView, 'type' | 'text' | 'files' | 'commit'>[];
  /** What it builds on. */
  readonly needs: readonly NearTask[];
  /** The nearest first. */
  readonly parents: readonly NearTask[];
  /** The newest first. */
  readonly comments: readonly Pick<CommentView, 'author' | 'text' | 'createdAt'>[];
  readonly artifacts: readonly Artifact[];
  readonly neededBy: readonly TaskTitle[];
  readonly children: readonly TaskTitle[];
  readonly siblings: readonly TaskTitle[];
};

/** Reads a task for an agent by its whole id; undefined when it is gone. */
export async function readTaskForAgent(db: ReadDb, id: string): Promise<TaskForAgent | undefined> {
  const task = await getTask(db, id);
  if (!task) return undefined;
  const titles = await taskTitles(
    db,
    task.dependents.map((other) => other.id),
  );
  const dependents = (wanted: (type: string) => boolean) =>
    task.dependents.filter(({ type }) => wanted(type)).flatMap((other) => titles.get(other.id) ?? []);
  const { title, type, priority, labels, status, description, acceptance, design, files, plan, artifacts } = task;
  const needs = task.dependencies.filter((dependency) => dependency.type !== 'parent-child');
  return {
    id,
    title,
    type,
    priority,
    labels,
    status,
    description,
    acceptance,
    design,
    files,
    plan: plan && { goal: plan.goal, approach: plan.approach, steps: plan.steps, approved: plan.approvedAt !== null },
    checkpoints: (await lastCheckpoints(db, id)).map(({ type, text, files, commit }) => ({
      type,
      text,
      files,
      commit,
    })),
    needs: await readAll(
      db,
      needs.map((dependency) => dependency.id),
    ),
    parents: await readParents(db, task),
    comments: (await taskComments(db, id)).items
      .map(({ author, text, createdAt }) => ({ author, text, createdAt }))
      .reverse(),
    artifacts,
    neededBy: dependents((kind) => kind !== 'parent-child'),
    children: dependents((kind) => kind === 'parent-child'),
    siblings: await siblingTitles(db, id),
  };
}

/** How a task stands to another one; undefined for a task that is not around it. */
export type Relation = 'parent' | 'dependency' | 'child' | 'dependent' | 'sibling';

export async function relationOf(db: ReadDb, own: string, other: string): Promise<Relation | undefined> {
  const task = await getTask(db, own);
  if (!task) return undefined;
  const among = (edges: TaskView['dependents'], isParent: boolean) =>
    edges.some(({ id, type }) => id === other && (type === 'parent-child') === isParent);
  if (among(task.dependencies, false)) return 'dependency';
  if (among(task.dependents, true)) return 'child';
  if (among(task.dependents, false)) return 'dependent';
  if ((await readParents(db, task)).some(({ id }) => id === other)) return 'parent';
  return (await siblingTitles(db, own)).some(({ id }) => id === other) ? 'sibling' : undefined;
}

/** One task with its text, by its whole id. */
export async function readNearTask(db: ReadDb, id: string): Promise<NearTask | undefined> {
  const [task] = await readAll(db, [id]);
  return task;
}

async function readParents(db: ReadDb, task: TaskView): Promise<readonly NearTask[]> {
  const parents: NearTask[] = [];
  for (let id = task.parentId; id !== null; ) {
    const parent = await getTask(db, id);
    if (!parent) break;
    parents.push(nearTask(parent));
    id = parent.parentId;
  }
  return parents;
}

async function readAll(db: ReadDb, ids: readonly string[]): Promise<readonly NearTask[]> {
  const found: NearTask[] = [];
  for (const id of ids) {
    const task = await getTask(db, id);
    if (task) found.push(nearTask(task));
  }
  return found;
}

function nearTask(task: TaskView): NearTask {
  const { id, title, description, acceptance } = task;
  return { id, title, status: task.outcome ?? task.status, description, acceptance, result: task.closeReason };
}
