import { storeReason, type Why } from '@cw/kernel';
import type { SqlValue, Tx } from '@cw/storage';
import type { MergeRequest } from '../model/merge-request.ts';
import type { MergeState } from '../model/merge-view.ts';
import type { MergeChanges, MergeStore } from '../ports/merge-store.ts';

type Row = {
  id: string;
  project_id: string;
  task_id: string;
  title: string | null;
  run_id: string;
  branch: string;
  head_sha: string;
  target_branch: string;
  state: MergeState;
  target_sha: string | null;
  merge_sha: string | null;
  attempt: number;
};

const select = `SELECT m.id, m.project_id, m.task_id, t.title, m.run_id, m.branch, m.head_sha, m.target_branch, m.state,
  m.target_sha, m.merge_sha, m.attempt FROM merge_requests m LEFT JOIN task_view t ON t.id = m.task_id`;
const inHand = "m.state IN ('preparing', 'checking', 'merging') AND m.ended_at IS NULL";

/** Columns of `merge_requests` by the names that commands use. */
const columns: Readonly<Record<keyof MergeChanges, string>> = {
  state: 'state',
  reason: 'reason',
  conflictFiles: 'conflict_files',
  verdict: 'verdict',
  headSha: 'head_sha',
  targetSha: 'target_sha',
  mergeSha: 'merge_sha',
  pushed: 'pushed',
  attempt: 'attempt',
  startedAt: 'started_at',
  endedAt: 'ended_at',
};

export function sqliteMergeStore(tx: Tx): MergeStore {
  const one = async (where: string, params: readonly SqlValue[]) => {
    const row = await tx.get<Row>(`${select} WHERE ${where}`, params);
    return row && toRequest(row);
  };
  return {
    find: (id) => one('m.id = ?', [id]),
    openOfTask: (taskId) => one('m.task_id = ? AND m.ended_at IS NULL', [taskId]),
    unmergedOfTask: async (taskId) => {
      const where = "m.task_id = ? AND m.state IN ('conflict', 'checks-failed', 'failed')";
      return (await tx.all<Row>(`${select} WHERE ${where} ORDER BY m.n`, [taskId])).map(toRequest);
    },
    newestOfTask: (taskId) => one('m.task_id = ? ORDER BY m.n DESC LIMIT 1', [taskId]),
    isBusy: async (projectId) => (await one(`m.project_id = ? AND ${inHand} LIMIT 1`, [projectId])) !== undefined,
    next: (projectId) =>
      one("m.project_id = ? AND m.state = 'queued' AND m.ended_at IS NULL ORDER BY m.priority, m.n LIMIT 1", [
        projectId,
      ]),
    inHand: async () => (await tx.all<Row>(`${select} WHERE ${inHand} ORDER BY m.n`)).map(toRequest),
    insert: async (request) => {
      await tx.run(
        `INSERT INTO merge_requests (id, project_id, task_id, run_id, priority, branch, head_sha, target_branch, state,
           verdict, attempt, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'queued', 'pending', 1, ?)`,
        [
          request.id,
          request.projectId,
          request.taskId,
          request.runId,
          request.priority,
          request.branch,
          request.headSha,
          request.targetBranch,
          tx.at,
        ],
      );
    },
    change: async (id, changes) => {
      const entries = Object.entries(changes).filter(([, value]) => value !== undefined);
      const sets = entries.map(([name]) => `${columnOf(name)} = ?`);
      await tx.run(`UPDATE merge_requests SET ${sets.join(', ')} WHERE id = ?`, [
        ...entries.map(([name, value]) => (name === 'reason' ? storeReason(value as Why | null) : stored(value))),
        id,
      ]);
    },
    addChecks: async (id, attempt, commands) => {
      for (const [position, command] of commands.entries()) {
        await tx.run(
          `INSERT INTO merge_checks (merge_request_n, attempt, position, command, verdict)
           SELECT n, ?, ?, ?, 'pending' FROM merge_requests WHERE id = ?
           ON CONFLICT DO UPDATE SET command = excluded.command, verdict = 'pending', exit_code = NULL,
             duration_ms = NULL, started_at = NULL`,
          [attempt, position, command, id],
        );
      }
    },
    changeCheck: async ({ id, attempt, position }, changes) => {
      await tx.run(
        `UPDATE merge_checks SET verdict = ?, exit_code = ?, duration_ms = ?, started_at = coalesce(?, started_at)
         WHERE attempt = ? AND position = ? AND merge_request_n = (SELECT n FROM merge_requests WHERE id = ?)`,
        [
          changes.verdict,
          changes.exitCode ?? null,
          changes.durationMs ?? null,
          changes.startedAt ?? null,
          attempt,
          position,
          id,
        ],
      );
    },
    markPushed: async (projectId, targetBranch) => {
      await tx.run(
        `UPDATE merge_requests SET pushed = 1, reason = NULL
         WHERE project_id = ? AND target_branch = ? AND state = 'merged' AND pushed = 0`,
        [projectId, targetBranch],
      );
    },
  };
}

function columnOf(name: string): string {
  const column = Object.entries(columns).find(([key]) => key === name)?.[1];
  if (column === undefined) throw new Error(`merge requests have no ${name}`);
  return column;
}

function stored(value: unknown): SqlValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  return JSON.stringify(value);
}

function toRequest(row: Row): MergeRequest {
  return {
    id: row.id,
    projectId: row.project_id,
    taskId: row.task_id,
    taskTitle: row.title ?? row.task_id,
    runId: row.run_id,
    branch: row.branch,
    headSha: row.head_sha,
    targetBranch: row.target_branch,
    state: row.state,
    targetSha: row.target_sha,
    mergeSha: row.merge_sha,
    attempt: row.attempt,
  };
}
