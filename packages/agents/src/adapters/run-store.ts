import type { Act } from '@cw/kernel';
import type { SqlValue, Tx } from '@cw/storage';
import { append } from '../append.ts';
import type { NewRun, RunChanges } from '../model/run.ts';
import type { RunEvent } from '../model/run-events.ts';
import { findRun } from '../queries/find-runs.ts';

export type RunStore = ReturnType<typeof runStore>;

/** The runs inside one write transaction; nothing of it outlives the transaction. */
export function runStore(tx: Tx) {
  return {
    /** The moment the transaction began. */
    at: tx.at,
    ids: tx.ids,
    /** By id or an unambiguous start of it. */
    find: (run: string) => findRun(tx, run),
    /** Id of the run of a task that has not ended. */
    activeOf: async (taskId: string) =>
      (await tx.get<{ id: string }>('SELECT id FROM runs WHERE task_id = ? AND ended_at IS NULL', [taskId]))?.id,
    /** Number of the task's last attempt; 0 before the first. */
    lastAttempt: async (taskId: string) => {
      const row = await tx.get<{ last: number | null }>('SELECT max(attempt) AS last FROM runs WHERE task_id = ?', [
        taskId,
      ]);
      return row?.last ?? 0;
    },
    /** Writes a new run in its first step. */
    insert: (run: NewRun) => insert(tx, run),
    change: (id: string, changes: RunChanges) => change(tx, id, changes),
    append: async (event: RunEvent, act: Act) => {
      await append(tx, event, act);
    },
  };
}

async function insert(tx: Tx, run: NewRun): Promise<void> {
  const { id, taskId, projectId, attempt, role, provider, model, accountId, sessionId } = run;
  const { resumes = null, note = null, agentId = null } = run;
  await tx.run(
    `INSERT INTO runs (id, task_id, project_id, attempt, role, provider, model, account_id, session_id, resumes, note,
       agent_id, step, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'claimed', ?)`,
    [id, taskId, projectId, attempt, role, provider, model, accountId, sessionId, resumes, note, agentId, tx.at],
  );
}

const columns: { readonly [K in keyof RunChanges]-?: string } = {
  model: 'model',
  sessionId: 'session_id',
  tokenHash: 'token_hash',
  step: 'step',
  outcome: 'outcome',
  why: 'reason',
  failure: 'failure',
  limitResetsAt: 'limit_resets_at',
  summary: 'summary',
  deviations: 'deviations',
  denials: 'denials',
  pid: 'pid',
  pidStart: 'pid_start',
  bootId: 'boot_id',
  exitCode: 'exit_code',
  worktree: 'worktree',
  branch: 'branch',
  baseSha: 'base_sha',
  headSha: 'head_sha',
  outputOffset: 'output_offset',
  tokensInput: 'tokens_input',
  tokensOutput: 'tokens_output',
  tokensCacheRead: 'tokens_cache_read',
  tokensCacheWrite: 'tokens_cache_write',
  costUsd: 'cost_usd',
  estimated: 'estimated',
  turns: 'turns',
  agentId: 'agent_id',
  lastSignAt: 'last_sign_at',
  stall: 'stall',
  contextFill: 'context_fill',
  stopRequestedAt: 'stop_requested_at',
  stopRequestedBy: 'stop_requested_by',
  startedAt: 'started_at',
  endedAt: 'ended_at',
};

async function change(tx: Tx, id: string, changes: RunChanges): Promise<void> {
  const assignments: string[] = [];
  const values: SqlValue[] = [];
  const given = new Map<string, unknown>(Object.entries(changes));
  for (const [name, column] of Object.entries(columns)) {
    const value = given.get(name);
    if (value === undefined) continue;
    assignments.push(`${column} = ?`);
    values.push(toSql(value));
  }
  if (assignments.length === 0) return;
  await tx.run(`UPDATE runs SET ${assignments.join(', ')} WHERE id = ?`, [...values, id]);
}

function toSql(value: unknown): SqlValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
  return JSON.stringify(value);
}
