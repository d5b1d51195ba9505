import type { RunStep } from '@cw/agents';
import type { ReadDb } from '@cw/storage';
import type { Pause } from '../model/pause.ts';

/** Steps of a run whose agent has ended: what is left to do for it takes no agent's place. */
const withoutAgent: readonly RunStep[] = ['collect', 'commit', 'enqueue', 'ended'];

/** Agents at work in one project with one account. */
export type AtWork = {
  readonly projectId: string;
  readonly provider: string;
  /** Empty: without an account. */
  readonly accountId: string;
  readonly count: number;
};

export async function agentsAtWork(db: ReadDb): Promise<readonly AtWork[]> {
  return db.all<AtWork>(
    `SELECT project_id AS projectId, provider, coalesce(account_id, '') AS accountId, count(*) AS count FROM run_view
     WHERE ended_at IS NULL AND step NOT IN (SELECT value FROM json_each(?)) GROUP BY 1, 2, 3`,
    [JSON.stringify(withoutAgent)],
  );
}

/** Pauses of the workspace and its projects. */
export async function readPauses(db: ReadDb): Promise<readonly Pause[]> {
  return db.all<Pause>(
    'SELECT scope, cause, told(reason) AS reason, paused_by AS pausedBy, paused_at AS pausedAt FROM pauses ORDER BY scope',
  );
}

/** Minutes that runs of done tasks took, by project and type of the task. */
export async function usualMinutes(db: ReadDb): Promise<ReadonlyMap<string, number>> {
  const rows = await db.all<{ projectId: string; type: string; minutes: number }>(
    `SELECT r.project_id AS projectId, t.type, avg(r.ended_at - r.started_at) / 60000.0 AS minutes
     FROM run_view r JOIN task_view t ON t.id = r.task_id
     WHERE r.outcome = 'done' AND r.started_at IS NOT NULL GROUP BY 1, 2`,
  );
  return new Map(rows.map(({ projectId, type, minutes }) => [`${projectId} ${type}`, minutes]));
}

/** Whether a key is set to something else than `value` anywhere. */
export async function isSetOtherwise(db: ReadDb, key: string, value: string): Promise<boolean> {
  return (await db.get('SELECT 1 FROM setting_view WHERE key = ? AND value <> ? LIMIT 1', [key, value])) !== undefined;
}
