import type { ReadDb } from '@cw/storage';
import type { ProjectChoice } from '../model/project-choice.ts';

const live = 'SELECT id, dispatch FROM project_view WHERE deleted_at IS NULL';

/**
 * The one project that a name, an id or a start of one means. It reads the row itself: the room of projects brings all
 * of git with it, which a command about tasks does not pay for.
 */
export async function findProject(db: ReadDb, ref: string): Promise<ProjectChoice | undefined> {
  if (ref === '') return undefined;
  const named = await db.get<ProjectChoice>(`${live} AND (name = :ref OR id = :ref)`, { ref });
  if (named) return named;
  const [only, ...others] = await db.all<ProjectChoice>(`${live} AND id >= ? AND id < ? LIMIT 2`, [
    ref,
    `${ref}\u{10FFFF}`,
  ]);
  return others.length === 0 ? only : undefined;
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
