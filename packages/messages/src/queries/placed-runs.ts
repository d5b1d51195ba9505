import type { ReadDb } from '@cw/storage';
import type { PlacedRun } from '../model/mail-reach.ts';

export const placedColumns =
  'r.id, r.agent_id AS agentId, r.role, r.task_id AS taskId, r.project_id AS projectId, r.ended_at AS endedAt';

/** A run by its whole id. */
export function placedRun(db: ReadDb, id: string): Promise<PlacedRun | undefined> {
  return db.get<PlacedRun>(`SELECT ${placedColumns} FROM run_view r WHERE r.id = ?`, [id]);
}

/** The run that an agent works or last worked at. */
export function newestRunOf(db: ReadDb, agentId: string): Promise<PlacedRun | undefined> {
  return db.get<PlacedRun>(`SELECT ${placedColumns} FROM run_view r WHERE r.agent_id = ? ORDER BY r.n DESC LIMIT 1`, [
    agentId,
  ]);
}

/** Runs whose id begins with a text, the whole one first. */
export function runsByStart(db: ReadDb, start: string): Promise<readonly PlacedRun[]> {
  return db.all<PlacedRun>(
    `SELECT ${placedColumns} FROM run_view r WHERE r.id >= ? AND r.id < ? ORDER BY r.id <> ?, r.id`,
    [start, `${start}\u{10FFFF}`, start],
  );
}
