import type { Instant } from '@cw/kernel';
import { readStoredHistory, type Tx } from '@cw/storage';
import { append } from '../append.ts';
import type { NewTask, Task, TaskChanges } from '../model/task.ts';
import { fieldsOf } from '../model/task-fields.ts';
import type { DependencyType, ProposalView, WaitGate } from '../model/task-view.ts';
import type { RowKey } from '../ports/import-store.ts';
import type { NewComment, NewProposal, TaskStore } from '../ports/task-store.ts';
import { findProject, onlyProject } from '../queries/find-project.ts';
import { taskCandidates, trashCandidates } from '../queries/find-task.ts';
import { getTask } from '../queries/get-task.ts';
import { proposalById } from '../queries/list-proposals.ts';
import { missedTask } from '../queries/missed-task.ts';
import { readyCondition } from '../queries/ready-sql.ts';
import { getPlan } from '../queries/task-plan.ts';
import { deferredBy, waitsFor } from '../queries/waits-for.ts';
import { lackedCapabilities } from './lacked-capabilities.ts';
import { sqliteImportStore } from './sqlite-import-store.ts';
import { findComment, writeCheckpoint, writePlan } from './story-records.ts';
import { bodyAssignments, insertion, readTasks, taskAssignments } from './task-record.ts';
import { mayLeadTo, readWaitSteps } from './wait-steps.ts';

/** The tracker's rows over one open transaction. */
export function sqliteTaskStore(tx: Tx): TaskStore {
  const one = async (rest: string, params: readonly (string | number)[]) => (await readTasks(tx, rest, params))[0];
  return {
    at: tx.at,
    ids: tx.ids,
    candidates: (ref) => taskCandidates(tx, ref),
    missed: (ref) => missedTask(tx, ref),
    find: (id) => one('WHERE t.id = ? AND t.deleted_at IS NULL', [id]),
    trashCandidates: (ref) => trashCandidates(tx, ref),
    findAny: (id) => one('WHERE t.id = ?', [id]),
    subtree: (task) =>
      readTasks(tx, `JOIN (${below('c.deleted_at IS NULL')}) d ON d.n = t.n ORDER BY d.level, t.n`, [task.n]),
    deletedWith: (task) =>
      readTasks(tx, `JOIN (${below('c.deleted_at = ?')}) d ON d.n = t.n ORDER BY d.level, t.n`, [
        task.n,
        task.deletedAt,
      ]),
    findExternal: (externalId) => one('WHERE t.external_id = ?', [externalId]),
    insert: (task) => insertTask(tx, task),
    change: (task, changes, updatedAt = tx.at) => changeTask(tx, task, changes, updatedAt),
    renewLease: async (task, expiresAt) => {
      await tx.run('UPDATE tasks SET lease_expires_at = ? WHERE n = ?', [expiresAt, task.n]);
    },
    imports: sqliteImportStore(tx),
    firstReady: () =>
      one(`INDEXED BY tasks_ready WHERE ${readyCondition} ORDER BY t.priority, t.created_at, t.n LIMIT 1`, []),
    lackedBy: (task, holder) => lackedCapabilities(tx, task.n, holder),
    readyIds: async () =>
      (
        await tx.all<{ id: string }>(
          `SELECT t.id FROM tasks t INDEXED BY tasks_ready WHERE ${readyCondition} ORDER BY t.priority, t.created_at, t.n`,
        )
      ).map((row) => row.id),
    expired: () =>
      readTasks(tx, 'WHERE t.lease_expires_at IS NOT NULL AND t.lease_expires_at <= ? AND t.stage IS NULL', [tx.at]),
    unheld: () =>
      readTasks(
        tx,
        "WHERE t.status = 'in_progress' AND t.lease_holder IS NULL AND t.deleted_at IS NULL ORDER BY t.n",
        [],
      ),
    waitsFor: (id) => waitsFor(tx, id),
    deferredBy: (id) => deferredBy(tx, id),
    mayLeadTo: (task, on) => mayLeadTo(tx, task, on),
    waitSteps: (from, moving) => readWaitSteps(tx, from, moving),
    levelsAbove: async (id) => (await tx.get<{ n: number }>(aboveSql, [id]))?.n ?? 0,
    levelsBelow: async (id) => (await tx.get<{ n: number }>(belowSql, [id]))?.n ?? 0,
    addDependency: (task, on, how) => addDependency(tx, { task, on, ...how }),
    removeDependency: async (task, on, type) => {
      const { changes } = await tx.run('DELETE FROM task_dependencies WHERE task_n = ? AND on_n = ? AND type = ?', [
        task.n,
        on.n,
        type,
      ]);
      return changes > 0;
    },
    dependencyTypes: async (task, on) =>
      (
        await tx.all<{ type: DependencyType }>(
          'SELECT type FROM task_dependencies WHERE task_n = ? AND on_n = ? ORDER BY type',
          [task.n, on.n],
        )
      ).map((row) => row.type),
    dependents: (task) =>
      tx.all<{ id: string; type: DependencyType }>(
        `SELECT t.id, d.type FROM task_dependencies d JOIN tasks t ON t.n = d.task_n
         WHERE d.on_n = ? AND t.deleted_at IS NULL ORDER BY t.n`,
        [task.n],
      ),
    findComment: (task, ref) => findComment(tx, task, ref),
    plan: (id) => getPlan(tx, id),
    setPlan: (task, plan) => writePlan(tx, task, plan),
    approvePlan: async (task, by) => {
      await tx.run('UPDATE task_plans SET approved_by = ?, approved_at = ? WHERE task_n = ?', [by, tx.at, task.n]);
    },
    addCheckpoint: (task, checkpoint) => writeCheckpoint(tx, task, checkpoint),
    addComment: (task, comment) => addComment(tx, task, comment),
    addArtifact: async (task, kind, value) => {
      const { changes } = await tx.run(
        'INSERT OR IGNORE INTO task_artifacts (task_n, kind, value, created_at) VALUES (?, ?, ?, ?)',
        [task.n, kind, value, tx.at],
      );
      return changes > 0;
    },
    addProposal: (task, proposal) => addProposal(tx, task, proposal),
    proposalCandidates: async (ref) =>
      (
        await tx.all<{ id: string }>('SELECT id FROM task_proposals WHERE id >= ? AND id < ? ORDER BY id LIMIT 5', [
          ref,
          `${ref}\u{10FFFF}`,
        ])
      ).map((row) => row.id),
    findProposal: (id): Promise<ProposalView | undefined> => proposalById(tx, id),
    decideProposal: async (id, state, acceptedTask) => {
      await tx.run('UPDATE task_proposals SET state = ?, accepted_task_n = ?, decided_at = ? WHERE id = ?', [
        state,
        acceptedTask?.n ?? null,
        tx.at,
        id,
      ]);
    },
    findProject: (ref) => findProject(tx, ref),
    onlyProject: () => onlyProject(tx),
    events: (id) => readStoredHistory(tx, id),
    countOfRun: async (taskId, type, runId) => {
      const counted = 'SELECT count(*) AS n FROM event_view WHERE entity = ? AND type = ? AND run_id = ?';
      return (await tx.get<{ n: number }>(counted, [taskId, type, runId]))?.n ?? 0;
    },
    append: async (event, act) => {
      await append(tx, event, act);
    },
    view: async (id) => {
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
