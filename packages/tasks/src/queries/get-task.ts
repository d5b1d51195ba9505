import { toIso, toIsoOrNull } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import type { Artifact, Dependency, DependencyType, TaskSize, TaskView, WaitGate } from '../model/task-view.ts';
import { getPlan } from './task-plan.ts';
import { listOf, metadataOf, type TaskRowRecord, taskRowColumns, toTaskRow } from './task-row.ts';
import { waitsFor } from './waits-for.ts';

type TaskRecord = TaskRowRecord & {
  readonly description: string | null;
  readonly acceptance: string | null;
  readonly script: string | null;
  readonly initiative_id: string | null;
  readonly phase_id: string | null;
  readonly requires_plan: number;
  readonly external_id: string | null;
  readonly started_at: number | null;
  readonly close_reason: string | null;
  readonly design: string | null;
  readonly check_command: string | null;
  readonly external_ref: string | null;
  readonly metadata: string | null;
  readonly role: string | null;
  readonly size: TaskSize | null;
  readonly files: string | null;
  readonly requires: string | null;
  readonly gate: number | null;
  readonly gate_approved_at: number | null;
  readonly gate_approved_by: string | null;
};

const taskSql = `SELECT ${taskRowColumns}, b.description, b.acceptance, b.script, t.initiative_id, t.phase_id,
  t.requires_plan, t.external_id, t.started_at, t.close_reason, b.design, b.check_command,
  b.external_ref, b.metadata, t.role, t.size, b.files, b.requires, b.gate, b.gate_approved_at, b.gate_approved_by
FROM tasks t LEFT JOIN task_bodies b ON b.task_n = t.n WHERE t.id = ? AND t.deleted_at IS NULL`;

const dependenciesSql = `
SELECT 'parent-child' AS type, p.id, NULL AS gate, 0 AS made, 0 AS n FROM tasks t JOIN tasks p ON p.n = t.parent_n WHERE t.n = ?
UNION ALL
SELECT d.type, o.id, d.gate, d.created_at, o.n FROM task_dependencies d JOIN tasks o ON o.n = d.on_n
WHERE d.task_n = ? AND o.deleted_at IS NULL ORDER BY made, n`;

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
  const blockers = row.status !== 'closed' && (row.open_blockers > 0 || row.held === 1) ? await waitsFor(db, id) : [];
  return {
    ...shown,
    description: row.description ?? '',
    acceptance: row.acceptance ?? '',
    script: row.script,
    initiativeId: row.initiative_id,
    phaseId: row.phase_id,
    requiresPlan: row.requires_plan === 1,
    externalId: row.external_id,
    startedAt: toIsoOrNull(row.started_at),
    closeReason: row.close_reason,
    createdAt: toIso(row.created_at),
    design: row.design ?? '',
    externalRef: row.external_ref,
    metadata: metadataOf(row.metadata),
    checkCommand: row.check_command,
    role: row.role,
    size: row.size,
    files: listOf(row.files),
    requires: listOf(row.requires),
    gate: row.gate === 1,
    gateApprovedAt: toIsoOrNull(row.gate_approved_at),
    gateApprovedBy: row.gate_approved_by,
    plan: await getPlan(db, id),
    dependencies: (await db.all<DependencyRecord>(dependenciesSql, [row.n, row.n])).map(toDependency),
    dependents: (await db.all<DependencyRecord>(dependentsSql, [row.n, row.n])).map(toDependency),
    blockedBy: blockers.map((blocker) => blocker.id),
    blockers,
    artifacts: await db.all<Artifact>(artifactsSql, [row.n]),
  };
}

type DependencyRecord = { readonly type: DependencyType; readonly id: string; readonly gate: WaitGate | null };

function toDependency({ type, id, gate }: DependencyRecord): Dependency {
  return type === 'waits-for' ? { type, id, gate: gate ?? 'all' } : { type, id };
}
