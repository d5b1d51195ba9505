import { err, type Result } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import { foreignId } from '@cw/task-formats';
import { onlyTask } from '../model/look-up.ts';
import type { LookUpFailure, TaskCandidate } from '../model/task-failure.ts';

/** One more than people are told of, so that it can be said that there are more. */
const most = 6;
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
 * The tasks a person may mean by `ref`: a whole id alone when it is one, in letters of either case, else up to six whose id begins
 * with it, with or without `tk_`, or whose id in another tracker does, else those of the issue that it numbers or that is at its address.
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
  const typed = ref.toLowerCase();
  for (const start of typed.startsWith('tk_') ? [typed] : [`tk_${typed}`, typed]) {
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
  return found.size === 0 ? ofIssue(db, ref, among) : [...found.values()].slice(0, most);
}

async function ofIssue(db: ReadDb, ref: string, among: string): Promise<readonly TaskCandidate[]> {
  const issue = foreignId(ref);
  if (issue === undefined) return [];
  const { number, repository, url } = issue;
  const kept =
    number === null ? [] : repository === null ? [`gh-${number}`, `%#${number}`] : [`${repository}#${number}`];
  const known = kept.map(() => "t.external_id LIKE ? ESCAPE '\\'").join(' OR ') || '0';
  const atAddress = url === null ? '0' : 't.n IN (SELECT b.task_n FROM task_bodies b WHERE b.external_ref = ?)';
  return db.all<TaskCandidate>(
    `SELECT t.id, t.title FROM tasks t WHERE (${known} OR ${atAddress}) AND ${among} ORDER BY t.external_id LIMIT ${most}`,
    [...kept.map((pattern) => pattern.replace(/[\\_]/g, '\\$&')), ...(url === null ? [] : [url])],
  );
}

/** The whole id of the task that `ref` names. */
export async function findTask(db: ReadDb, ref: string): Promise<Result<string, LookUpFailure>> {
  const found = await taskCandidates(db, ref);
  if (found.length > 0) return onlyTask(ref, found);
  const { missedTask } = await import('./missed-task.ts');
  return err({ kind: 'task.not-found', ref, missed: await missedTask(db, ref) });
}
