import { toIso } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import { type FieldName, fieldsOf, type ListedName } from '../model/task-fields.ts';
import type { Artifact, Dependency, DependencyType, TaskView, WaitGate } from '../model/task-view.ts';
import { asShown, type StoredFields, toldColumnsOf } from './field-columns.ts';
import { blockingCondition } from './ready-sql.ts';
import { getPlan } from './task-plan.ts';
import { type TaskRowRecord, taskRowColumns, toTaskRow, withState } from './task-row.ts';
import { waitsFor } from './waits-for.ts';

type Beside = Exclude<FieldName<'words' | 'standing' | 'approval' | 'details'>, ListedName>;
type TaskRecord = TaskRowRecord &
  StoredFields<Beside> & {
    readonly initiativeId: string | null;
    readonly phaseId: string | null;
    readonly externalId: string | null;
  };

/** What a list does not show. */
const besides = fieldsOf('words', 'standing', 'approval', 'details').filter(({ listed }) => !listed);
const toShown = asShown(besides);

const taskSql = `SELECT ${taskRowColumns}, ${toldColumnsOf(besides)}, t.initiative_id AS initiativeId, t.phase_id AS phaseId,
  t.external_id AS externalId
FROM tasks t ${withState} LEFT JOIN task_bodies b ON b.task_n = t.n WHERE t.id = ? AND t.deleted_at IS NULL`;

/** What lies in the trash is shown as far as it keeps the task waiting. */
const dependenciesSql = `
SELECT 'parent-child' AS type, p.id, NULL AS gate, 0 AS made, 0 AS n FROM tasks t JOIN tasks p ON p.n = t.parent_n WHERE t.n = ?
UNION ALL
SELECT d.type, o.id, d.gate, d.created_at, o.n FROM task_dependencies d JOIN tasks o ON o.n = d.on_n
WHERE d.task_n = ? AND (o.deleted_at IS NULL OR ${blockingCondition}) ORDER BY made, n`;

const dependentsSql = `
SELECT d.type, o.id, d.gate, d.created_at AS made, o.n FROM task_dependencies d JOIN tasks o ON o.n = d.task_n
WHERE d.on_n = ? AND o.deleted_at IS NULL
UNION ALL
SELECT 'parent-child', c.id, NULL, c.created_at, c.n FROM tasks c WHERE c.parent_n = ? AND c.deleted_at IS NULL
ORDER BY made, n`;

const artifactsSql = 'SELECT kind, value FROM task_artifacts WHERE task_n = ? ORDER BY n';

/** A task as every door shows it, by its whole id; undefined when there is none. */
export async function getTask(db: ReadDb, id: string): Promise<TaskView | undefined> {
  const row = await db.get<TaskRecord>(taskSql, [id]);
  if (!row) return undefined;
  const { blockedByCount: _, dependentCount: __, ...shown } = toTaskRow(row);
  const blockers = row.status !== 'closed' && (row.openBlockers > 0 || row.held === 1) ? await waitsFor(db, id) : [];
  const { initiativeId, phaseId, externalId } = row;
  return {
    ...shown,
    ...shownBesides(row),
    createdAt: toIso(row.createdAt),
    initiativeId,
    phaseId,
    externalId,
    plan: await getPlan(db, id),
    dependencies: (await db.all<DependencyRecord>(dependenciesSql, [row.n, row.n])).map(toDependency),
    dependents: (await db.all<DependencyRecord>(dependentsSql, [row.n, row.n])).map(toDependency),
    blockedBy: blockers.map((blocker) => blocker.id),
    blockers,
    artifacts: await db.all<Artifact>(artifactsSql, [row.n]),
  };
}

function shownBesides(row: TaskRecord): Pick<TaskView, Beside> {
  const shown: Record<string, unknown> = Object.fromEntries(besides.map(({ field }) => [field, row[field as Beside]]));
  toShown(shown);
  return shown as Pick<TaskView, Beside>;
}

type DependencyRecord = { readonly type: DependencyType; readonly id: string; readonly gate: WaitGate | null };

function toDependency({ type, id, gate }: DependencyRecord): Dependency {
  return type === 'waits-for' ? { type, id, gate: gate ?? 'all' } : { type, id };
}
