import type { Act, Instant } from '@cw/kernel';
import { readStoredHistory, type Tx } from '@cw/storage';
import type { PlanContent } from '@cw/task-formats';
import { append } from '../append.ts';
import type { TaskHolder } from '../model/claim-rules.ts';
import type { NewTask, Task, TaskChanges } from '../model/task.ts';
import type { TaskEvent } from '../model/task-events.ts';
import { fieldsOf } from '../model/task-fields.ts';
import type { CheckpointView, DependencyType, PlanView, ProposalView, WaitGate } from '../model/task-view.ts';
import type { WaitNode } from '../model/waiting.ts';
import { findProject, onlyProject, projectNamed } from '../queries/find-project.ts';
import { taskCandidates, trashCandidates } from '../queries/find-task.ts';
import { getTask } from '../queries/get-task.ts';
import { proposalById } from '../queries/list-proposals.ts';
import { missedTask } from '../queries/missed-task.ts';
import { readyCondition } from '../queries/ready-sql.ts';
import { getPlan } from '../queries/task-plan.ts';
import { deferredBy, waitsFor } from '../queries/waits-for.ts';
import { importStore, type RowKey } from './import-store.ts';
import { lackedCapabilities } from './lacked-capabilities.ts';
import {
  closedByChildren,
  closesItself,
  type FinishedParent,
  finishedParents,
  readyNear,
  waitingForGivenUp,
} from './near-tasks.ts';
import { findComment, writeCheckpoint, writePlan } from './story-records.ts';
import { bodyAssignments, insertion, readTasks, taskAssignments } from './task-record.ts';
import { mayLeadTo, readWaitSteps } from './wait-steps.ts';

export type NewComment = {
  readonly id: string;
  readonly author: string;
  readonly text: string;
  /** The comment of the same task that it answers. */
  readonly replyTo?: string | null;
  readonly externalId?: string | null;
  readonly createdAt?: Instant;
};

export type NewCheckpoint = Pick<CheckpointView, 'id' | 'type' | 'text' | 'files' | 'commit' | 'author' | 'runId'>;

/** A plan as written, before anybody approved it. */
export type NewPlan = PlanContent & Pick<PlanView, 'writtenBy'>;

export type NewProposal = {
  readonly id: string;
  readonly runId: string | null;
  readonly title: string;
  readonly description: string;
};

export type TaskStore = ReturnType<typeof taskStore>;

/** The tracker's rows inside one write transaction; nothing of it outlives the transaction. */
export function taskStore(tx: Tx) {
  const one = async (rest: string, params: readonly (string | number)[]) => (await readTasks(tx, rest, params))[0];
  return {
    /** The moment the transaction began. */
    at: tx.at,
    /** Ids for what the transaction makes. */
    ids: tx.ids,
    /** Ids whose start, with or without `tk_`, or whose other tracker's id begins with `ref`: an exact one alone, else up to five. */
    candidates: (ref: string) => taskCandidates(tx, ref),
    /** What may be meant by an id that has no candidates. */
    missed: (ref: string) => missedTask(tx, ref),
    find: (id: string) => one('WHERE t.id = ? AND t.deleted_at IS NULL', [id]),
    /** Like `candidates`, among what was deleted. */
    trashCandidates: (ref: string) => trashCandidates(tx, ref),
    /** A task whether it was deleted or not. */
    findAny: (id: string) => one('WHERE t.id = ?', [id]),
    /** Every task below one, nearest first, without those that were deleted. */
    subtree: (task: Task) =>
      readTasks(tx, `JOIN (${below('c.deleted_at IS NULL')}) d ON d.n = t.n ORDER BY d.level, t.n`, [task.n]),
    /** Tasks below one that were deleted together with it: at the same moment. */
    deletedWith: (task: Task) =>
      readTasks(tx, `JOIN (${below('c.deleted_at = ?')}) d ON d.n = t.n ORDER BY d.level, t.n`, [
        task.n,
        task.deletedAt,
      ]),
    /** The task another tracker knows under exactly this id. */
    findExternal: (externalId: string) => one('WHERE t.external_id = ?', [externalId]),
    /** Writes a new, open task, at revision 1. */
    insert: (task: NewTask) => insertTask(tx, task),
    /**
     * Writes fields, counts the revision up and sets the time of the change, which may be told for imports.
     * @returns the new revision.
     */
    change: (task: Task, changes: TaskChanges, updatedAt: Instant = tx.at) => changeTask(tx, task, changes, updatedAt),
    /** Moves a lease without making a revision. */
    renewLease: async (task: Task, expiresAt: Instant) => {
      await tx.run('UPDATE tasks SET lease_expires_at = ? WHERE n = ?', [expiresAt, task.n]);
    },
    /** Rows as only an import writes them. */
    imports: importStore(tx),
    /** The best ready task, passing over none. */
    firstReady: () =>
      one(`INDEXED BY tasks_ready WHERE ${readyCondition} ORDER BY t.priority, t.created_at, t.n LIMIT 1`, []),
    /** What it requires that an agent who wants to hold it is not registered for. */
    lackedBy: (task: Task, holder: TaskHolder) => lackedCapabilities(tx, task.n, holder),
    /** Ids of all ready tasks, best first. @param projectId only those of this project */
    readyIds: async (projectId?: string) =>
      (
        await tx.all<{ id: string }>(
          `SELECT t.id FROM tasks t INDEXED BY tasks_ready WHERE ${readyCondition}
             AND (? IS NULL OR t.project_id = ?) ORDER BY t.priority, t.created_at, t.n`,
          [projectId ?? null, projectId ?? null],
        )
      ).map((row) => row.id),
    /** What is ready near some tasks, and whether it is queued. */
    readyNear: (ids: readonly string[]) => readyNear(tx, ids),
    /** What waits for those of some tasks that were given up. */
    waitingForGivenUp: (ids: readonly string[]) => waitingForGivenUp(tx, ids),
    /** Parents of some tasks that have no open child and wait for nothing else. */
    finishedParents: (ids: readonly string[]) => finishedParents(tx, ids),
    /** Parents of some tasks that were closed as all of their children were, and have one that is open. */
    closedByChildren: (ids: readonly string[]) => closedByChildren(tx, ids),
    /** Whether such a parent is closed by itself. */
    closesItself: (id: string, parent: Pick<FinishedParent, 'isEpic'>) => closesItself(tx, id, parent),
    /** Tasks whose lease ran out by now and at which no run works. */
    expired: () =>
      readTasks(tx, 'WHERE t.lease_expires_at IS NOT NULL AND t.lease_expires_at <= ? AND t.stage IS NULL', [tx.at]),
    /** Tasks in progress that nobody holds, as an import brings them. */
    unheld: () =>
      readTasks(
        tx,
        "WHERE t.status = 'in_progress' AND t.lease_holder IS NULL AND t.deleted_at IS NULL ORDER BY t.n",
        [],
      ),
    /** What keeps it from beginning: unmet dependencies of it and its ancestors, and blocked ancestors. */
    waitsFor: (id: string) => waitsFor(tx, id),
    /** The task, itself or an ancestor, whose date it sleeps to. */
    deferredBy: (id: string) => deferredBy(tx, id),
    /** False where surely no way leads from `on` to the beginning of `task`, told without following any. */
    mayLeadTo: (task: Task, on: Task) => mayLeadTo(tx, task, on),
    /** Everything that `from` waits for, directly or not, breadth first, itself first; as if `moving` had no parent. */
    waitSteps: (from: WaitNode, moving?: string) => readWaitSteps(tx, from, moving),
    levelsAbove: async (id: string) => (await tx.get<{ n: number }>(aboveSql, [id]))?.n ?? 0,
    levelsBelow: async (id: string) => (await tx.get<{ n: number }>(belowSql, [id]))?.n ?? 0,
    /** False when it was there already, with the same gate. */
    addDependency: (task: Task, on: Task, how: { type: DependencyType; gate?: WaitGate | undefined }) =>
      addDependency(tx, { task, on, ...how }),
    /** False when it was not there. */
    removeDependency: async (task: Task, on: Task, type: DependencyType) => {
      const { changes } = await tx.run('DELETE FROM task_dependencies WHERE task_n = ? AND on_n = ? AND type = ?', [
        task.n,
        on.n,
        type,
      ]);
      return changes > 0;
    },
    dependencyTypes: async (task: Task, on: Task) =>
      (
        await tx.all<{ type: DependencyType }>(
          'SELECT type FROM task_dependencies WHERE task_n = ? AND on_n = ? ORDER BY type',
          [task.n, on.n],
        )
      ).map((row) => row.type),
    /** Tasks that need this one, with the type of each dependency. */
    dependents: (task: Task) =>
      tx.all<{ id: string; type: DependencyType }>(
        `SELECT t.id, d.type FROM task_dependencies d JOIN tasks t ON t.n = d.task_n
         WHERE d.on_n = ? AND t.deleted_at IS NULL ORDER BY t.n`,
        [task.n],
      ),
    /** The one comment of a task that an id or a start of one means. */
    findComment: (task: Task, ref: string) => findComment(tx, task, ref),
    plan: (id: string) => getPlan(tx, id),
    /** Writes a plan in place of what is there; nobody has approved it. */
    setPlan: (task: Task, plan: NewPlan) => writePlan(tx, task, plan),
    approvePlan: async (task: Task, by: string) => {
      await tx.run('UPDATE task_plans SET approved_by = ?, approved_at = ? WHERE task_n = ?', [by, tx.at, task.n]);
    },
    /** Writes a checkpoint with the next number of its task. */
    addCheckpoint: (task: Task, checkpoint: NewCheckpoint) => writeCheckpoint(tx, task, checkpoint),
    /** False when a comment of the same other id is there already. */
    addComment: (task: RowKey, comment: NewComment) => addComment(tx, task, comment),
    /** False when it was there already. */
    addArtifact: async (task: RowKey, kind: string, value: string) => {
      const { changes } = await tx.run(
        'INSERT OR IGNORE INTO task_artifacts (task_n, kind, value, created_at) VALUES (?, ?, ?, ?)',
        [task.n, kind, value, tx.at],
      );
      return changes > 0;
    },
    addProposal: (task: Task, proposal: NewProposal) => addProposal(tx, task, proposal),
    proposalCandidates: async (ref: string) =>
      (
        await tx.all<{ id: string }>('SELECT id FROM task_proposals WHERE id >= ? AND id < ? ORDER BY id LIMIT 5', [
          ref,
          `${ref}\u{10FFFF}`,
        ])
      ).map((row) => row.id),
    findProposal: (id: string): Promise<ProposalView | undefined> => proposalById(tx, id),
    decideProposal: async (id: string, state: 'accepted' | 'declined', acceptedTask: Task | null) => {
      await tx.run('UPDATE task_proposals SET state = ?, accepted_task_n = ?, decided_at = ? WHERE id = ?', [
        state,
        acceptedTask?.n ?? null,
        tx.at,
        id,
      ]);
    },
    /** The one project under a name, an id, or a start of one. */
    findProject: (ref: string) => findProject(tx, ref),
    projectNamed: (name: string) => projectNamed(tx, name),
    /** The workspace's project where there is just one. */
    onlyProject: () => onlyProject(tx),
    /** What happened to a task, oldest first. */
    events: (id: string) => readStoredHistory(tx, id),
    /** How many events of a type a run has written about a task. */
    countOfRun: async (taskId: string, type: TaskEvent['type'], runId: string) => {
      const counted = 'SELECT count(*) AS n FROM event_view WHERE entity = ? AND type = ? AND run_id = ?';
      return (await tx.get<{ n: number }>(counted, [taskId, type, runId]))?.n ?? 0;
    },
    append: async (event: TaskEvent, act: Act) => {
      await append(tx, event, act);
    },
    /** The task as doors show it, with what this transaction wrote. */
    view: async (id: string) => {
      const view = await getTask(tx, id);
      if (!view) throw new Error(`task ${id} is gone within its own transaction`);
      return view;
    },
  };
}

const newFields = fieldsOf('words', 'place', 'details');
const [newRow, newBody] = [insertion('tasks', newFields), insertion('bodies', newFields)];
const places = (count: number) => Array.from({ length: count }, () => '?').join(', ');

async function insertTask(tx: Tx, task: NewTask): Promise<void> {
  const row = newRow.values(task);
  const { lastId } = await tx.run(
    `INSERT INTO tasks (id, parent_n, created_at, updated_at, status, revision, ${newRow.columns.join(', ')})
     VALUES (?, (SELECT n FROM tasks WHERE id = ?), ?, ?, 'open', 1, ${places(row.length)})`,
    [task.id, task.parentId, tx.at, tx.at, ...row],
  );
  const body = [lastId, ...newBody.values(task)];
  await tx.run(`INSERT INTO task_bodies (task_n, ${newBody.columns.join(', ')}) VALUES (${places(body.length)})`, body);
  await writeLabels(tx, lastId, task.labels);
}

async function changeTask(tx: Tx, task: Task, changes: TaskChanges, updatedAt: Instant): Promise<number> {
  const row = taskAssignments(changes);
  const changed = await tx.get<{ revision: number }>(
    `UPDATE tasks SET ${[...row.set, 'updated_at = ?', 'revision = revision + 1'].join(', ')} WHERE n = ? RETURNING revision`,
    [...row.values, updatedAt, task.n],
  );
  if (changed === undefined) throw new Error(`the task in row ${task.n} is gone within its own transaction`);
  const body = bodyAssignments(changes);
  if (body.set.length > 0) {
    await tx.run(`UPDATE task_bodies SET ${body.set.join(', ')} WHERE task_n = ?`, [...body.values, task.n]);
  }
  if (changes.labels !== undefined) {
    await tx.run('DELETE FROM task_labels WHERE task_n = ?', [task.n]);
    await writeLabels(tx, task.n, changes.labels);
  }
  return changed.revision;
}

async function writeLabels(tx: Tx, n: number, labels: readonly string[]): Promise<void> {
  for (const label of labels) await tx.run('INSERT INTO task_labels (task_n, label) VALUES (?, ?)', [n, label]);
}

const aboveSql = `WITH RECURSIVE up(n, level) AS (
    SELECT parent_n, 1 FROM tasks WHERE id = ? AND parent_n IS NOT NULL
    UNION ALL SELECT t.parent_n, up.level + 1 FROM up JOIN tasks t ON t.n = up.n WHERE t.parent_n IS NOT NULL)
  SELECT coalesce(max(level), 0) AS n FROM up`;

const belowSql = `WITH RECURSIVE down(n, level) AS (
    SELECT n, 0 FROM tasks WHERE id = ?
    UNION ALL SELECT c.n, down.level + 1 FROM down JOIN tasks c ON c.parent_n = down.n)
  SELECT coalesce(max(level), 0) AS n FROM down`;

type NewDependency = {
  readonly task: Task;
  readonly on: Task;
  readonly type: DependencyType;
  readonly gate?: WaitGate | undefined;
};

async function addDependency(tx: Tx, { task, on, type, gate }: NewDependency): Promise<boolean> {
  const { changes } = await tx.run(
    `INSERT INTO task_dependencies (task_n, on_n, type, created_at, gate) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (task_n, on_n, type) DO UPDATE SET gate = excluded.gate WHERE gate IS NOT excluded.gate`,
    [task.n, on.n, type, tx.at, gate === 'any' ? 'any' : null],
  );
  return changes > 0;
}

/** Row keys of all tasks below one, with how far below. */
function below(condition: string): string {
  return `WITH RECURSIVE down(n, level) AS (
    SELECT ?, 0 UNION ALL
    SELECT c.n, down.level + 1 FROM down JOIN tasks c ON c.parent_n = down.n WHERE ${condition}
  ) SELECT n, level FROM down WHERE level > 0`;
}

async function addComment(tx: Tx, task: RowKey, comment: NewComment): Promise<boolean> {
  const { changes } = await tx.run(
    `INSERT INTO task_comments (id, task_n, reply_to_n, author, text, external_id, created_at)
     SELECT :id, :task, (SELECT n FROM task_comments WHERE id = :replyTo), :author, :text, :externalId, :createdAt
     WHERE NOT EXISTS (SELECT 1 FROM task_comments WHERE task_n = :task AND external_id = :externalId)`,
    {
      id: comment.id,
      task: task.n,
      author: comment.author,
      text: comment.text,
      replyTo: comment.replyTo ?? null,
      externalId: comment.externalId ?? null,
      createdAt: comment.createdAt ?? tx.at,
    },
  );
  return changes > 0;
}

async function addProposal(tx: Tx, task: Task, proposal: NewProposal): Promise<void> {
  await tx.run(
    `INSERT INTO task_proposals (id, task_n, run_id, title, description, state, created_at)
     VALUES (?, ?, ?, ?, ?, 'waiting', ?)`,
    [proposal.id, task.n, proposal.runId, proposal.title, proposal.description, tx.at],
  );
}
