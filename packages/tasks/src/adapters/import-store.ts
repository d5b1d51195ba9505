import { createHash } from 'node:crypto';
import type { Act, Instant } from '@cw/kernel';
import type { SqlValue, Tx } from '@cw/storage';
import { type PartialCheckpoint, type PartialPlan, planText, type TaskFields } from '@cw/task-formats';
import { appendAll } from '../append.ts';
import type { TaskEvent } from '../model/task-events.ts';
import { fieldsOf } from '../model/task-fields.ts';
import type { DependencyType, WaitGate } from '../model/task-view.ts';
import type { WaitEdge } from '../model/wait-circles.ts';
import { blockingCondition } from '../queries/ready-sql.ts';
import { insertion, storedMetadata } from './task-record.ts';

/** Row key of a task; never leaves the room. */
export type RowKey = { readonly n: number };

export type ImportedTask = {
  readonly id: string;
  readonly fields: TaskFields;
  readonly externalId: string | null;
  readonly projectId: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly revision: number;
  readonly extra: Readonly<Record<string, unknown>>;
};

export type ImportedEdge = {
  /** Ids of ours. */
  readonly task: string;
  readonly on: string;
  readonly type: DependencyType;
  readonly gate: WaitGate | null;
  readonly createdAt: Instant;
};

/** The rows that only imports write, over one open transaction. */
export function importStore(tx: Tx) {
  return {
    /** Whether there are no tasks at all, so that none need be looked for. */
    isEmpty: async () => (await tx.get('SELECT 1 FROM tasks LIMIT 1')) === undefined,
    /** Writes whole new tasks but for their parents, many at once; nothing starts them. Answers their keys in that order. */
    insertAll: (tasks: readonly ImportedTask[]) => insertAll(tx, tasks),
    /** Tells of many changes at once, in their order. */
    appendAll: (events: readonly TaskEvent[], act: Act) => appendAll(tx, events, act),
    /** Makes one task the child of another, without a revision of its own. */
    setParent: async (id: string, parentId: string) => {
      await tx.run('UPDATE tasks SET parent_n = (SELECT n FROM tasks WHERE id = ?) WHERE id = ?', [parentId, id]);
    },
    /** Writes what is not there yet, and gates that differ. */
    addDependencies: async (edges: readonly ImportedEdge[]) => {
      const rows = edges.map(({ task, on, type, gate, createdAt }) => [task, on, type, createdAt, gate]);
      for (const some of inParts(rows, 250)) await tx.run(edgesSql, [JSON.stringify(some)]);
    },
    setExtra: async (task: RowKey, extra: Readonly<Record<string, unknown>>) => {
      await tx.run('UPDATE task_bodies SET extra = ? WHERE task_n = ?', [storedMetadata(extra), task.n]);
    },
    /** Tasks, none of them deleted, that keep links on what was not there when they came. */
    withDangling: async () => {
      const rows = await tx.all<{ id: string; extra: string }>(
        `SELECT t.id, b.extra FROM task_bodies b JOIN tasks t ON t.n = b.task_n
         WHERE b.extra LIKE '%"dangling":%' AND t.deleted_at IS NULL ORDER BY t.n`,
      );
      return rows.map(({ id, extra }) => ({ id, extra: JSON.parse(extra) }));
    },
    /** Every edge between tasks that makes one wait for another, parents included. */
    edges: () =>
      tx.all<WaitEdge>(
        `SELECT t.id AS task, p.id AS "on", 'parent-child' AS type FROM tasks t JOIN tasks p ON p.n = t.parent_n
         UNION ALL
         SELECT t.id, o.id, d.type FROM task_dependencies d JOIN tasks t ON t.n = d.task_n JOIN tasks o ON o.n = d.on_n
         WHERE ${blockingCondition}`,
      ),
    /** What a task depends on, with the ids by which another tracker knows that. */
    dependenciesOf: (task: RowKey) =>
      tx.all<{ onId: string; externalId: string | null; type: DependencyType }>(
        `SELECT o.id AS onId, o.external_id AS externalId, d.type FROM task_dependencies d JOIN tasks o ON o.n = d.on_n
         WHERE d.task_n = ?`,
        [task.n],
      ),
    /** Whether any comment or checkpoint has this id. */
    isTaken: async (kind: 'comment' | 'checkpoint', id: string) =>
      (await tx.get(`SELECT 1 FROM ${kind === 'comment' ? 'task_comments' : 'task_checkpoints'} WHERE id = ?`, [
        id,
      ])) !== undefined,
    addCheckpoint: async (
      task: RowKey,
      { id, type, text, files, commit, author, runId, createdAt }: PartialCheckpoint & { readonly createdAt: Instant },
    ) => {
      await tx.run(
        `INSERT INTO task_checkpoints (id, task_n, sequence, type, text, files, commit_sha, author, run_id, created_at)
         SELECT ?, ?, coalesce(max(sequence), 0) + 1, ?, ?, ?, ?, ?, ?, ? FROM task_checkpoints WHERE task_n = ?`,
        [id, task.n, type, text, JSON.stringify(files), commit, author, runId, createdAt, task.n],
      );
    },
    /** Writes a plan that nobody has approved; false where there is one already. */
    addPlan: async (task: RowKey, plan: PartialPlan & { readonly writtenAt: Instant }) => {
      const { changes } = await tx.run(
        `INSERT OR IGNORE INTO task_plans
           (task_n, goal, approach, alternatives, steps, files, digest, written_by, written_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          task.n,
          plan.goal,
          plan.approach,
          plan.alternatives,
          JSON.stringify(plan.steps),
          JSON.stringify(plan.files),
          createHash('sha256').update(planText(plan)).digest('hex').slice(0, 12),
          plan.writtenBy,
          plan.writtenAt,
        ],
      );
      return changes > 0;
    },
  };
}

const edgesSql = `INSERT INTO task_dependencies (task_n, on_n, type, created_at, gate)
  SELECT t.n, o.n, e.value->>2, e.value->>3, iif(e.value->>4 = 'any', 'any', NULL)
  FROM json_each(?) e CROSS JOIN tasks t ON t.id = e.value->>0 CROSS JOIN tasks o ON o.id = e.value->>1 WHERE true
  ON CONFLICT (task_n, on_n, type) DO UPDATE SET gate = excluded.gate WHERE gate IS NOT excluded.gate`;

const recorded = fieldsOf('words', 'standing', 'details').filter(({ kind }) => kind !== 'shell');
const [rowPart, bodyPart] = [insertion('tasks', recorded), insertion('bodies', recorded)];
const ownColumns = [
  'n',
  'id',
  'external_id',
  'project_id',
  'created_at',
  'updated_at',
  'revision',
  'labels',
  'dispatch',
];
const columnsOfTasks = [...ownColumns, ...rowPart.columns];
const columnsOfBodies = ['task_n', 'extra', ...bodyPart.columns];

/**
 * Many rows in one statement: each statement that triggers follow costs as much as several rows do. Labels go before
 * their tasks, whose column of labels is then written once with the rest instead of anew for each label.
 */
async function insertAll(tx: Tx, tasks: readonly ImportedTask[]): Promise<readonly RowKey[]> {
  const last = await tx.get<RowKey>('SELECT coalesce(max(n), 0) AS n FROM tasks');
  const keyed = tasks.map((task, index) => ({ task, n: (last?.n ?? 0) + index + 1 }));
  const labels = keyed.flatMap(({ task, n }) => task.fields.labels.map((label) => [n, label]));
  await tx.run('PRAGMA defer_foreign_keys = ON');
  await insertRows(tx, { table: 'task_labels', columns: ['task_n', 'label'] }, labels);
  await insertRows(tx, { table: 'tasks', columns: columnsOfTasks }, keyed.map(taskRow));
  await insertRows(tx, { table: 'task_bodies', columns: columnsOfBodies }, keyed.map(bodyRow));
  return keyed;
}

type Target = { readonly table: string; readonly columns: readonly string[] };

const rowsAtOnce = 50;

async function insertRows(tx: Tx, { table, columns }: Target, rows: readonly (readonly SqlValue[])[]): Promise<void> {
  const row = `(${columns.map(() => '?').join(', ')})`;
  for (const some of inParts(rows, rowsAtOnce)) {
    const values = some.map(() => row).join(', ');
    await tx.run(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ${values}`, some.flat());
  }
}

function inParts<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, part) => all.slice(part * size, (part + 1) * size));
}

type Keyed = RowKey & { readonly task: ImportedTask };

function taskRow({ task, n }: Keyed): readonly SqlValue[] {
  const { id, externalId, projectId, createdAt, updatedAt, revision, fields } = task;
  const labels = storedLabels(fields.labels);
  return [n, id, externalId, projectId, createdAt, updatedAt, revision, labels, 'manual', ...rowPart.values(fields)];
}

/** As the triggers write them: sorted as the database sorts texts. */
function storedLabels(labels: readonly string[]): string {
  if (labels.length < 2) return JSON.stringify(labels);
  return JSON.stringify([...labels].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
}

function bodyRow({ task, n }: Keyed): readonly SqlValue[] {
  return [n, storedMetadata(task.extra), ...bodyPart.values(task.fields)];
}
