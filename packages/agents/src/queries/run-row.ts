import { toIso, toIsoOrNull } from '@cw/kernel';
import { contextBand } from '../model/context-band.ts';
import type { RunRecord } from '../model/run.ts';
import type { RunRow, RunView } from '../model/run-view.ts';
import { abilitiesOf } from '../providers/programs.ts';

/** As SQLite answers it: lists as JSON text. */
export type RawRun = Omit<RunRecord, 'deviations' | 'denials' | 'estimated'> & {
  readonly deviations: string;
  readonly denials: string;
  readonly estimated: number;
};

/** The columns of {@link RawRun}, from runs with their tasks and accounts. */
export const runColumns = `r.n, r.id, r.task_id AS taskId, r.project_id AS projectId, r.attempt, r.role, r.provider,
  r.model, r.account_id AS accountId, r.session_id AS sessionId, r.step, r.outcome,
  told(r.reason) AS reason, r.reason AS why, r.summary, r.deviations, r.denials, r.pid, r.pid_start AS pidStart, r.boot_id AS bootId,
  r.exit_code AS exitCode, r.failure, r.limit_resets_at AS limitResetsAt, r.turns, r.resumes, r.note,
  r.agent_id AS agentId, r.last_sign_at AS lastSignAt, r.stall, r.worktree, r.branch, r.base_sha AS baseSha, r.head_sha AS headSha,
  r.output_offset AS outputOffset, r.tokens_input AS tokensInput, r.tokens_output AS tokensOutput,
  r.tokens_cache_read AS tokensCacheRead, r.tokens_cache_write AS tokensCacheWrite, r.cost_usd AS costUsd,
  r.estimated, r.context_fill AS contextFill, r.stop_requested_at AS stopRequestedAt,
  r.stop_requested_by AS stopRequestedBy, r.created_at AS createdAt, r.started_at AS startedAt, r.ended_at AS endedAt,
  coalesce(t.title, r.task_id) AS taskTitle, a.name AS accountName, g.name AS agentName, s.state`;
export const runTables = `runs r LEFT JOIN task_view t ON t.id = r.task_id LEFT JOIN account_view a ON a.id = r.account_id
  LEFT JOIN agents g ON g.id = r.agent_id JOIN run_state_view s ON s.n = r.n`;

export function toRecord(raw: RawRun): RunRecord {
  return {
    ...raw,
    deviations: JSON.parse(raw.deviations),
    denials: JSON.parse(raw.denials),
    estimated: raw.estimated === 1,
  };
}

export function toRow(record: RunRecord): RunRow {
  const { id, taskId, taskTitle, projectId, attempt, role, provider, model, accountName, state } = record;
  const { step, outcome, reason, failure, costUsd, estimated, contextFill, turns, agentId, agentName, stall } = record;
  return {
    id,
    taskId,
    taskTitle,
    projectId,
    attempt,
    role,
    provider,
    model,
    accountName,
    state,
    step,
    outcome,
    reason,
    failure,
    costUsd,
    estimated,
    contextFill,
    turns,
    agentId,
    agentName,
    stall,
    abilities: abilitiesOf(provider),
    contextBand: contextFill === null ? null : contextBand(contextFill),
    lastSignAt: toIsoOrNull(record.lastSignAt),
    createdAt: toIso(record.createdAt),
    startedAt: toIsoOrNull(record.startedAt),
    endedAt: toIsoOrNull(record.endedAt),
    tokens: {
      input: record.tokensInput,
      output: record.tokensOutput,
      cacheRead: record.tokensCacheRead,
      cacheWrite: record.tokensCacheWrite,
    },
  };
}

/** @param kept where its prompt and output lie, and what is kept of how it was made and started */
export function toView(record: RunRecord, kept: Pick<RunView, 'logDir' | 'sandbox' | 'modelFrom'>): RunView {
  const { accountId, sessionId, summary, deviations, denials, pid, exitCode } = record;
  const { worktree, branch, baseSha, headSha, resumes, note } = record;
  return {
    ...toRow(record),
    accountId,
    sessionId,
    summary,
    deviations,
    denials,
    pid,
    exitCode,
    worktree,
    branch,
    baseSha,
    headSha,
    resumes,
    note,
    ...kept,
  };
}
