import { err, ok, type Result } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import type { AgentFailure, AgentView } from '../model/agent.ts';
import type { RunRow } from '../model/run-view.ts';
import { findAgentRecord } from './find-agent.ts';
import { viewAgents } from './list-agents.ts';
import { type RawRun, runColumns, runTables, toRecord, toRow } from './run-row.ts';

export type AgentSheet = AgentView & {
  readonly totals: {
    readonly runs: number;
    readonly done: number;
    /** US dollars, as far as they are known. */
    readonly costUsd: number;
  };
  /** Its last runs, the newest first. */
  readonly runs: readonly RunRow[];
};

const runsShown = 20;

/** One agent with what it did. */
export async function showAgent(db: ReadDb, agent: string): Promise<Result<AgentSheet, AgentFailure>> {
  const found = await findAgentRecord(db, agent, 'all');
  if (!found.ok) return found;
  const { id } = found.value;
  const [view] = await viewAgents(db, [found.value]);
  if (!view) return err({ kind: 'agent.not-found', agent });
  const totals = await db.get<AgentSheet['totals']>(
    `SELECT count(*) AS runs, count(*) FILTER (WHERE outcome = 'done') AS done, coalesce(sum(cost_usd), 0) AS costUsd
     FROM runs WHERE agent_id = ?`,
    [id],
  );
  const runs = await db.all<RawRun>(
    `SELECT ${runColumns} FROM ${runTables} WHERE r.agent_id = ? ORDER BY r.n DESC LIMIT ?`,
    [id, runsShown],
  );
  return ok({
    ...view,
    totals: totals ?? { runs: 0, done: 0, costUsd: 0 },
    runs: runs.map((raw) => toRow(toRecord(raw))),
  });
}
