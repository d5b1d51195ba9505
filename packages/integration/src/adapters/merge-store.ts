import { type Act, type NextStep, sayerOf, storeReason, systemAct, unwrap, type Why } from '@cw/kernel';
import { choicesFor, messagesWithin } from '@cw/messages';
import type { LaterWork } from '@cw/projects';
import { sayHeldBack, sayLaterWork } from '@cw/projects/contract';
import type { SqlValue, Tx } from '@cw/storage';
import { getTask, tasksWithin } from '@cw/tasks';
import { append } from '../append.ts';
import type { MergeEvent } from '../contract.ts';
import type { MergeRequest } from '../model/merge-request.ts';
import type { CheckVerdict, MergeState } from '../model/merge-view.ts';
import type { CanGoOnWith } from '../ports/can-go-on-with.ts';
import { findMerge } from '../queries/find-merge.ts';
import { type Branch, isPushTold, type Looked, tellPush, tellRefreshed } from '../tell-refreshed.ts';

export type NewMergeRequest = Pick<
  MergeRequest,
  'projectId' | 'taskId' | 'runId' | 'branch' | 'headSha' | 'targetBranch'
> & {
  /** 0–3; lower goes first. */
  readonly priority: number;
};

export type MergeChanges = {
  readonly state?: MergeState;
  readonly reason?: Why | null;
  readonly conflictFiles?: readonly string[];
  readonly verdict?: CheckVerdict;
  readonly headSha?: string;
  readonly targetSha?: string | null;
  readonly mergeSha?: string | null;
  readonly pushed?: boolean;
  readonly attempt?: number;
  /** 0–3; lower goes first. */
  readonly priority?: number;
  readonly startedAt?: number | null;
  readonly endedAt?: number | null;
};

export type CheckChanges = {
  readonly verdict: CheckVerdict;
  readonly exitCode?: number | null;
  readonly durationMs?: number | null;
  readonly startedAt?: number;
};

/** Which check of which attempt. */
export type CheckPlace = { readonly id: string; readonly attempt: number; readonly position: number };

type MergedTask = { readonly taskId: string; readonly reason: Why; readonly mergeSha: string };

/** A merge request that ended without a merge. */
type LeftToPerson = {
  readonly mergeId: string;
  readonly taskId: string;
  readonly projectId: string;
  readonly runId: string | null;
  readonly reason: Why;
  readonly next?: readonly NextStep[] | undefined;
  readonly conflictFiles: readonly string[];
  /** The last lines of what went wrong, for whoever reads of it. */
  readonly output?: readonly string[];
  /** Its branch changes nothing. */
  readonly isUnchanged?: true | undefined;
};

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
  priority: 'priority',
  startedAt: 'started_at',
  endedAt: 'ended_at',
};

const say = sayerOf({ 'held-back': sayHeldBack });

export type MergeStore = ReturnType<typeof mergeStore>;

/** The merge queue's rows inside one write transaction, and what becomes of their tasks in it. */
export function mergeStore(tx: Tx, canGoOnWith: CanGoOnWith = async () => true) {
  const one = async (where: string, params: readonly SqlValue[]) => {
    const row = await tx.get<Row>(`${select} WHERE ${where}`, params);
    return row && toRequest(row);
  };
  return {
    at: tx.at,
    ids: tx.ids,
    find: (id: string) => one('m.id = ?', [id]),
    /** As doors show it, by id or the start of it. */
    view: (merge: string) => findMerge(tx, merge),
    /** The request of a task that has not ended. */
    openOfTask: (taskId: string) => one('m.task_id = ? AND m.ended_at IS NULL', [taskId]),
    /** Requests of a task that ended without a merge and that nobody has given up, the oldest first. */
    unmergedOfTask: async (taskId: string) => {
      const where = "m.task_id = ? AND m.state IN ('conflict', 'checks-failed', 'failed')";
      return (await tx.all<Row>(`${select} WHERE ${where} ORDER BY m.n`, [taskId])).map(toRequest);
    },
    /** The request of a task that was queued last. */
    newestOfTask: (taskId: string) => one('m.task_id = ? ORDER BY m.n DESC LIMIT 1', [taskId]),
    /** True while one of the project's requests is in hand. */
    isBusy: async (projectId: string) =>
      (await one(`m.project_id = ? AND ${inHand} LIMIT 1`, [projectId])) !== undefined,
    /** The project's next request: by priority, then age. */
    next: (projectId: string) =>
      one("m.project_id = ? AND m.state = 'queued' AND m.ended_at IS NULL ORDER BY m.priority, m.n LIMIT 1", [
        projectId,
      ]),
    /** Requests in hand in any project. */
    inHand: async () => (await tx.all<Row>(`${select} WHERE ${inHand} ORDER BY m.n`)).map(toRequest),
    insert: async (request: NewMergeRequest & { readonly id: string }) => {
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
    change: async (id: string, changes: MergeChanges) => {
      const entries = Object.entries(changes).filter(([, value]) => value !== undefined);
      const sets = entries.map(([name]) => `${columnOf(name)} = ?`);
      await tx.run(`UPDATE merge_requests SET ${sets.join(', ')} WHERE id = ?`, [
        ...entries.map(([name, value]) => (name === 'reason' ? storeReason(value as Why | null) : stored(value))),
        id,
      ]);
    },
    addChecks: async (id: string, attempt: number, commands: readonly string[]) => {
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
    changeCheck: async ({ id, attempt, position }: CheckPlace, changes: CheckChanges) => {
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
    /** Notes that the user's repository has all that was merged into a branch. */
    markPushed: async (projectId: string, targetBranch: string) => {
      await tx.run(
        `UPDATE merge_requests SET pushed = 1, reason = NULL
         WHERE project_id = ? AND target_branch = ? AND state = 'merged' AND pushed = 0`,
        [projectId, targetBranch],
      );
    },
    append: async (event: MergeEvent, act: Act) => {
      await append(tx, event, act);
    },
    /** Tells people what keeps the commits of a repository from being taken in. */
    tellRefreshed: (looked: Looked, act: Act) => tellRefreshed(tx, looked, act),
    /** Tells people what keeps a branch from being pushed. */
    isPushTold: (branch: Branch) => isPushTold(tx, branch),
    tellPush: (branch: Branch, act: Act) => tellPush(tx, branch, act),
    /** Whether a task has ended, or is gone. */
    isClosed: async (taskId: string) => ((await getTask(tx, taskId))?.status ?? 'closed') === 'closed',
    /** Says of a task that it is in the queue. */
    markMerging: (taskId: string, act: Act) => tasksWithin(tx).setStage({ taskId, stage: 'merging' }, act),
    /** Says on a task what was left in its worktree. */
    tellLaterWork: async (taskId: string, later: LaterWork) => {
      unwrap(await tasksWithin(tx).comment({ task: taskId, text: sayLaterWork(later, say) }, systemAct('integration')));
    },
    /** Ends a task with what was merged of it. */
    closeTask: ({ taskId, reason, mergeSha }: MergedTask, act: Act) =>
      tasksWithin(tx).end({ taskId, outcome: 'done', reason, artifacts: [{ kind: 'commit', value: mergeSha }] }, act),
    /** Leaves a task to a person, who finds it in their inbox. */
    leaveToPerson: async ({ mergeId, conflictFiles, isUnchanged, ...task }: LeftToPerson, act: Act) => {
      const canGoOn = conflictFiles.length === 0 && (await canGoOnWith(tx, task.taskId));
      const left =
        conflictFiles.length > 0
          ? { kind: 'conflict' as const }
          : {
              kind: 'failure' as const,
              choices:
                choicesFor[`${isUnchanged ? 'unchangedFailing' : 'unmerged'}${canGoOn ? '' : 'WithoutConversation'}`],
            };
      const details = { mergeId, conflictFiles, ...(isUnchanged && { isUnchanged }) };
      return messagesWithin(tx).blockForPerson({ ...task, ...left, details }, act);
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
