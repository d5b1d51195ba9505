import { err, ok, type Page, type Result, type StoredReason, toIso, toIsoOrNull } from '@cw/kernel';
import { readCheck } from '@cw/projects/contract';
import { findByStartOrTask, type ReadDb, type SqlValue } from '@cw/storage';
import type { MergeFailure } from '../model/merge-request.ts';
import {
  type CheckVerdict,
  type CheckView,
  type MergeRequestView,
  type MergeState,
  type MergeStateFilter,
  mergePriorities,
  mergeStateGroups,
  shownVerdict,
} from '../model/merge-view.ts';

type Row = {
  n: number;
  id: string;
  project_id: string;
  project_name: string | null;
  task_id: string;
  task_title: string | null;
  run_id: string;
  agent_name: string | null;
  priority: number;
  branch: string;
  head_sha: string;
  target_branch: string;
  state: MergeState;
  reason: string | null;
  conflict_files: string;
  verdict: CheckVerdict;
  merge_sha: string | null;
  pushed: number;
  attempt: number;
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
};

type CheckRow = {
  merge_request_n: number;
  position: number;
  command: string;
  verdict: CheckVerdict;
  exit_code: number | null;
  duration_ms: number | null;
};

export type MergeFilter = {
  /** Whole, or the start of it; so is the task's. */
  readonly projectId?: string | undefined;
  readonly taskId?: string | undefined;
  /** In any of these. @defaultValue all */
  readonly states?: readonly MergeStateFilter[] | undefined;
  /** @defaultValue 100 */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

const select = `SELECT m.n, m.id, m.project_id, p.name AS project_name, m.task_id, t.title AS task_title, m.run_id,
  a.name AS agent_name, m.priority,
  m.branch, m.head_sha, m.target_branch, m.state, told(m.reason) AS reason, m.conflict_files, m.verdict, m.merge_sha, m.pushed,
  m.attempt, m.created_at, m.started_at, m.ended_at
  FROM merge_requests m LEFT JOIN project_view p ON p.id = m.project_id LEFT JOIN task_view t ON t.id = m.task_id
  LEFT JOIN run_view r ON r.id = m.run_id LEFT JOIN agent_view a ON a.id = r.agent_id`;

const most = 500;

/** Merge requests: first those that wait or are in hand, as the queue takes them, then the ended ones, newest first. */
export async function listMerges(
  db: ReadDb,
  filter: MergeFilter = {},
): Promise<Result<Page<MergeRequestView>, MergeFailure>> {
  const { limit = 100, cursor = '0' } = filter;
  if (!Number.isInteger(limit) || limit < 1 || limit > most) return err({ kind: 'merge.bad-limit', largest: most });
  if (!/^\d{1,9}$/.test(cursor)) return err({ kind: 'merge.bad-cursor', cursor });
  const offset = Number(cursor);
  const wheres: string[] = [];
  const params: SqlValue[] = [];
  for (const [column, value] of [
    ['m.project_id', filter.projectId],
    ['m.task_id', filter.taskId],
  ] as const) {
    if (value === undefined) continue;
    wheres.push(`${column} = ?`);
    params.push(value);
  }
  const states = (filter.states ?? []).flatMap(statesOf);
  if (states.length > 0) {
    wheres.push('m.state IN (SELECT value FROM json_each(?))');
    params.push(JSON.stringify(states));
  }
  const where = wheres.length === 0 ? '' : ` WHERE ${wheres.join(' AND ')}`;
  const order = `ORDER BY m.ended_at IS NOT NULL, m.state = 'held', m.state = 'queued', CASE WHEN m.ended_at IS NULL THEN m.priority END,
    CASE WHEN m.ended_at IS NULL THEN m.n END, m.ended_at DESC, m.n DESC`;
  const rows = await db.all<Row>(`${select}${where} ${order} LIMIT ? OFFSET ?`, [...params, limit, offset]);
  const count = await db.get<{ total: number }>(`SELECT count(*) AS total FROM merge_requests m${where}`, params);
  const total = count?.total ?? 0;
  const items = await withChecks(db, rows);
  return ok({ items, total, nextCursor: offset + rows.length < total ? String(offset + rows.length) : null });
}

function statesOf(filter: MergeStateFilter): readonly MergeState[] {
  return filter === 'open' || filter === 'unmerged' ? mergeStateGroups[filter] : [filter];
}

/** One merge request by id or start of id, or the newest of the task whose id, or the start of it, is given. */
export async function findMerge(db: ReadDb, merge: string): Promise<Result<MergeRequestView, MergeFailure>> {
  const id = await findByStartOrTask(db, { kind: 'mergeRequest', table: 'merge_requests' }, merge);
  if (!id.ok) {
    const { matches, meant, taskId } = id.error;
    if (matches.length > 0) return err({ kind: 'merge.ambiguous', merge, matches });
    return err(
      taskId === undefined ? { kind: 'merge.not-found', merge, meant } : { kind: 'merge.none-of-task', taskId },
    );
  }
  const [found] = await withChecks(db, await db.all<Row>(`${select} WHERE m.id = ?`, [id.value]));
  return found ? ok(found) : err({ kind: 'merge.not-found', merge });
}

/** Why a merge request stands as it does, as that is stored. */
export async function storedReasonOf(db: ReadDb, id: string): Promise<StoredReason | null> {
  const row = await db.get<{ reason: StoredReason | null }>('SELECT reason FROM merge_requests WHERE id = ?', [id]);
  return row?.reason ?? null;
}

/** Projects that have merges to be made or in hand. */
export async function projectsWithMerges(db: ReadDb): Promise<readonly string[]> {
  const rows = await db.all<{ project_id: string }>(
    "SELECT DISTINCT project_id FROM merge_requests WHERE ended_at IS NULL AND state <> 'held'",
  );
  return rows.map((row) => row.project_id);
}

async function withChecks(db: ReadDb, rows: readonly Row[]): Promise<MergeRequestView[]> {
  if (rows.length === 0) return [];
  const checks = await db.all<CheckRow>(
    `SELECT c.merge_request_n, c.position, c.command, c.verdict, c.exit_code, c.duration_ms FROM merge_checks c
     JOIN merge_requests m ON m.n = c.merge_request_n AND m.attempt = c.attempt
     WHERE c.merge_request_n IN (SELECT value FROM json_each(?)) ORDER BY c.position`,
    [JSON.stringify(rows.map((row) => row.n))],
  );
  return rows.map((row) =>
    toView(
      row,
      checks.filter((check) => check.merge_request_n === row.n),
    ),
  );
}

function toCheck(row: CheckRow, hasEnded: boolean): CheckView {
  return {
    index: row.position,
    ...readCheck(row.command),
    verdict: shownVerdict(row.verdict, hasEnded),
    exitCode: row.exit_code,
    durationMs: row.duration_ms,
  };
}

function toView(row: Row, checks: readonly CheckRow[]): MergeRequestView {
  const hasEnded = row.ended_at !== null;
  const shown = checks.map((check) => toCheck(check, hasEnded));
  return {
    id: row.id,
    projectId: row.project_id,
    projectName: row.project_name ?? row.project_id,
    taskId: row.task_id,
    taskTitle: row.task_title ?? row.task_id,
    runId: row.run_id,
    agentName: row.agent_name,
    priority: mergePriorities[row.priority] ?? 'P2',
    branch: row.branch,
    headSha: row.head_sha,
    targetBranch: row.target_branch,
    state: row.state,
    reason: row.reason,
    conflictFiles: JSON.parse(row.conflict_files),
    checks: shown,
    verdict: shownVerdict(row.verdict, hasEnded),
    failedCheck: shown.find(({ verdict }) => verdict === 'failed' || verdict === 'timed-out') ?? null,
    mergeSha: row.merge_sha,
    pushed: row.pushed === 1,
    attempt: row.attempt,
    createdAt: toIso(row.created_at),
    startedAt: toIsoOrNull(row.started_at),
    endedAt: toIsoOrNull(row.ended_at),
  };
}
