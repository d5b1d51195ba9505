import { err, type Result } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import { onlyTask } from '../model/look-up.ts';
import type { LookUpFailure, TaskCandidate } from '../model/task-failure.ts';

const most = 5;
const kept = 't.deleted_at IS NULL';
const inTrash = 't.deleted_at IS NOT NULL';
const byId = (among: string) =>
  `SELECT id, title FROM tasks t WHERE ${among} AND t.id >= ? AND t.id < ? ORDER BY t.id LIMIT ${most}`;
const byExternalId = (among: string) => `SELECT id, title, external_id AS external FROM tasks t
  WHERE t.external_id IS NOT NULL AND t.external_id >= ? AND t.external_id < ? AND ${among}
  ORDER BY t.external_id LIMIT ${most}`;

/** Behind every text that begins alike. */
export const afterAll = '\u{10FFFF}';

/**
 * The tasks a person may mean by `ref`: a whole id alone when it is one, else up to five whose id begins with it, with or
 * without `tk_`, or whose id in another tracker does.
 */
export function taskCandidates(db: ReadDb, ref: string): Promise<readonly TaskCandidate[]> {
  return candidates(db, ref, kept);
}

/** The same among tasks that were deleted. */
export function trashCandidates(db: ReadDb, ref: string): Promise<readonly TaskCandidate[]> {
  return candidates(db, ref, inTrash);
}

async function candidates(db: ReadDb, ref: string, among: string): Promise<readonly TaskCandidate[]> {
  if (ref.length === 0) return [];
  const found = new Map<string, TaskCandidate>();
  for (const start of ref.startsWith('tk_') ? [ref] : [`tk_${ref}`, ref]) {
    for (const row of await db.all<TaskCandidate>(byId(among), [start, start + afterAll])) {
      if (row.id === start) return [row];
      found.set(row.id, row);
    }
  }
  const others = await db.all<TaskCandidate & { external: string }>(byExternalId(among), [ref, ref + afterAll]);
  for (const { id, title, external } of others) {
    if (external === ref) return [{ id, title }];
    found.set(id, { id, title });
  }
  return [...found.values()].slice(0, most);
}

/** The whole id of the task that `ref` names. */
export async function findTask(db: ReadDb, ref: string): Promise<Result<string, LookUpFailure>> {
  const found = await taskCandidates(db, ref);
  if (found.length > 0) return onlyTask(ref, found);
  const { missedTask } = await import('./missed-task.ts');
  return err({ kind: 'task.not-found', ref, missed: await missedTask(db, ref) });
}
