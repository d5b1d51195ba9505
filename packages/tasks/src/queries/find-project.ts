import { err, ok, type Result } from '@cw/kernel';
import { findByStart, type ReadDb } from '@cw/storage';
import type { ProjectChoice } from '../model/project-choice.ts';
import type { UnknownProject } from '../model/task-failure.ts';

const live = 'SELECT id, dispatch FROM project_view WHERE deleted_at IS NULL';

/**
 * The one project that people mean by its name or its id, or by an unambiguous start of either. It reads the row itself: the room of projects brings all
 * of git with it, which a command about tasks does not pay for.
 */
export async function findProject(db: ReadDb, ref: string): Promise<Result<ProjectChoice, UnknownProject>> {
  const id = await findByStart(
    db,
    { kind: 'project', from: 'project_view WHERE deleted_at IS NULL', name: 'name' },
    ref,
  );
  if (!id.ok) return err({ kind: 'task.unknown-project', ref, ...id.error });
  const project = await db.get<ProjectChoice>(`${live} AND id = ?`, [id.value]);
  return project ? ok(project) : err({ kind: 'task.unknown-project', ref, matches: [] });
}

/** The project of just this name or id: what a file says of it is not guessed at. */
export function projectNamed(db: ReadDb, name: string): Promise<ProjectChoice | undefined> {
  return db.get<ProjectChoice>(`${live} AND (name = :name OR id = :name)`, { name });
}

/** The workspace's project where there is just one, so that it need not be named. */
export async function onlyProject(db: ReadDb): Promise<ProjectChoice | undefined> {
  const [only, ...others] = await db.all<ProjectChoice>(`${live} LIMIT 2`);
  return others.length === 0 ? only : undefined;
}

/** Whether the workspace has any project that a task could belong to. */
export async function hasProjects(db: ReadDb): Promise<boolean> {
  return (await db.get(`${live} LIMIT 1`)) !== undefined;
}
