import type { ReadDb } from '@cw/storage';
import type { RecordComment, RecordDependency, RecordPlan, TaskRecord, TaskRef } from '@cw/task-formats';
import { type FieldName, fieldsOf } from '../model/task-fields.ts';
import type { Artifact } from '../model/task-view.ts';
import { asKnown, labelsOf, metadataOf, type StoredFields, toldColumnsOf } from './field-columns.ts';

export type ExportFilter = {
  /** Whole id. */
  readonly projectId?: string | undefined;
  /** What is in the trash too. */
  readonly deleted?: boolean | undefined;
};

type Recorded = FieldName<'words' | 'standing' | 'approval' | 'details'>;
type MainRow = Omit<TaskRecord, Recorded | 'labels' | 'extra' | 'parent' | keyof Belongings> &
  StoredFields<Recorded> & {
    readonly n: number;
    readonly labels: string;
    readonly extra: string | null;
    readonly parentId: string | null;
    readonly parentExternalId: string | null;
  };

const recorded = fieldsOf('words', 'standing', 'details', 'approval');
const toKnown = asKnown(recorded);

type Belongings = Pick<TaskRecord, 'dependencies' | 'comments' | 'artifacts' | 'plan' | 'checkpoints'>;

const mainSql = `SELECT t.n, t.id, t.external_id AS externalId, ${toldColumnsOf(recorded)}, t.labels,
  t.created_at AS createdAt, t.updated_at AS updatedAt, t.deleted_at AS deletedAt, t.revision, b.extra,
  p.id AS parentId, p.external_id AS parentExternalId, (SELECT r.name FROM project_view r WHERE r.id = t.project_id) AS project
FROM tasks t LEFT JOIN task_bodies b ON b.task_n = t.n LEFT JOIN tasks p ON p.n = t.parent_n
WHERE (:deleted = 1 OR t.deleted_at IS NULL) AND (:projectId IS NULL OR t.project_id = :projectId)
ORDER BY coalesce(t.external_id, t.id)`;

const atOnce = 200;

/**
 * Every task that a filter means with all that belongs to it, by the id that it has in other trackers or else here. All
 * of them are of one moment, however long it takes to read them.
 */
export async function* exportTasks(db: ReadDb, filter: ExportFilter): AsyncGenerator<TaskRecord> {
  const params = { deleted: filter.deleted ? 1 : 0, projectId: filter.projectId ?? null };
  let rows: MainRow[] = [];
  for (const row of db.each<MainRow>(mainSql, params)) {
    rows.push(row);
    if (rows.length < atOnce) continue;
    yield* whole(db, rows);
    rows = [];
  }
  yield* whole(db, rows);
}

async function* whole(db: ReadDb, rows: readonly MainRow[]): AsyncGenerator<TaskRecord> {
  const belongings = await belongingsOf(db, rows);
  for (const row of rows) yield toCarried(row, belongings(row.n));
}

function toCarried(row: MainRow, belongings: Belongings): TaskRecord {
  const { n: _, parentId, parentExternalId, ...fields } = row;
  toKnown(fields);
  return {
    ...(fields as unknown as TaskRecord),
    labels: labelsOf(row.labels),
    extra: metadataOf(row.extra),
    parent: parentId === null ? null : { id: parentId, externalId: parentExternalId },
    ...belongings,
  };
}

type Of<T> = T & { readonly taskN: number };

const dependenciesSql = `SELECT d.task_n AS taskN, d.type, d.gate, d.created_at AS createdAt, o.id,
  o.external_id AS externalId
FROM task_dependencies d JOIN tasks o ON o.n = d.on_n
WHERE d.task_n IN (SELECT value FROM json_each(?)) ORDER BY d.task_n, d.type, coalesce(o.external_id, o.id)`;
const commentsSql = `SELECT c.task_n AS taskN, c.id, c.external_id AS externalId, c.author, c.text,
  (SELECT o.id FROM task_comments o WHERE o.n = c.reply_to_n) AS replyTo, c.created_at AS createdAt
FROM task_comments c WHERE c.task_n IN (SELECT value FROM json_each(?)) ORDER BY c.task_n, c.created_at, c.n`;
const artifactsSql = `SELECT task_n AS taskN, kind, value FROM task_artifacts
WHERE task_n IN (SELECT value FROM json_each(?)) ORDER BY task_n, n`;
const plansSql = `SELECT task_n AS taskN, goal, approach, alternatives, steps, files, written_by AS writtenBy,
  written_at AS writtenAt, approved_by AS approvedBy, approved_at AS approvedAt FROM task_plans
WHERE task_n IN (SELECT value FROM json_each(?))`;
const checkpointsSql = `SELECT task_n AS taskN, id, sequence, type, text, files, commit_sha AS "commit", author,
  run_id AS runId, created_at AS createdAt FROM task_checkpoints
WHERE task_n IN (SELECT value FROM json_each(?)) ORDER BY task_n, sequence`;

type DependencyRow = Omit<RecordDependency, 'on'> & TaskRef;
type PlanRow = Omit<RecordPlan, 'steps' | 'files'> & { readonly steps: string; readonly files: string };
type CheckpointRow = Omit<TaskRecord['checkpoints'][number], 'files'> & { readonly files: string };

/** What belongs to each of some tasks, by row key. */
async function belongingsOf(db: ReadDb, rows: readonly MainRow[]): Promise<(n: number) => Belongings> {
  const keys = [JSON.stringify(rows.map(({ n }) => n))];
  const read = async <T extends object>(sql: string) => byTask(await db.all<Of<T>>(sql, keys));
  const dependencies = await read<DependencyRow>(dependenciesSql);
  const comments = await read<RecordComment>(commentsSql);
  const artifacts = await read<Artifact>(artifactsSql);
  const plans = await read<PlanRow>(plansSql);
  const checkpoints = await read<CheckpointRow>(checkpointsSql);
  return (n) => {
    const [plan] = plans(n);
    return {
      dependencies: dependencies(n).map(({ type, gate, createdAt, id, externalId }) => ({
        type,
        on: { id, externalId },
        gate,
        createdAt,
      })),
      comments: comments(n),
      artifacts: artifacts(n),
      plan: plan ? { ...plan, ...filesOf(plan), steps: JSON.parse(plan.steps) } : null,
      checkpoints: checkpoints(n).map((checkpoint) => ({ ...checkpoint, ...filesOf(checkpoint) })),
    };
  };
}

function filesOf({ files }: { readonly files: string }): { readonly files: readonly string[] } {
  return { files: JSON.parse(files) };
}

function byTask<T extends object>(rows: readonly Of<T>[]): (n: number) => readonly T[] {
  const groups = new Map<number, T[]>();
  for (const { taskN, ...row } of rows) {
    const group = groups.get(taskN);
    if (group) group.push(row as unknown as T);
    else groups.set(taskN, [row as unknown as T]);
  }
  return (n) => groups.get(n) ?? [];
}
