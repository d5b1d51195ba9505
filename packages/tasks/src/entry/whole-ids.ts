import type { Refusal } from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import { findProject } from '../queries/find-project.ts';
import { findTask } from '../queries/find-task.ts';
import { taskRefusal } from './refusals.ts';

/** A task and a project as people name them. */
export type NamedPlace = { readonly task?: string | undefined; readonly project?: string | undefined };

export type PlaceIds = { readonly taskId: string | undefined; readonly projectId: string | undefined };

/**
 * The whole ids of the task and the project that a line, an address or a request of another room names. A task in the trash is meant where no
 * other is: what belongs to it is still there.
 */
export async function wholeIds(db: ReadDb, { task, project }: NamedPlace): Promise<Result<PlaceIds, Refusal>> {
  const taskId = task === undefined ? ok(undefined) : await keptOrDeleted(db, task);
  if (!taskId.ok) return taskId;
  const found = project === undefined ? undefined : await findProject(db, project);
  if (found?.ok === false) return err(taskRefusal(found.error));
  return ok({ taskId: taskId.value, projectId: found?.value.id });
}

async function keptOrDeleted(db: ReadDb, ref: string): Promise<Result<string, Refusal>> {
  const found = await findTask(db, ref);
  if (found.ok) return found;
  const { error } = found;
  const [deleted, ...others] = error.kind === 'task.not-found' ? (error.missed?.inTrash ?? []) : [];
  return deleted && others.length === 0 ? ok(deleted.id) : err(taskRefusal(error));
}
