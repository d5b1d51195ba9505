import type { Instant } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import { type Priority, priorities, type TaskSize } from '../model/task-view.ts';
import { listOf, priorityOf } from './field-columns.ts';
import { blockingCondition, readyCondition } from './ready-sql.ts';

/** A task that an agent may be started for. */
export type Dispatchable = {
  /** Row number: of two of the same age the lower is older. */
  readonly n: number;
  readonly id: string;
  readonly title: string;
  readonly projectId: string;
  readonly priority: Priority;
  readonly createdAt: Instant;
  readonly type: string;
  /** The agent or role it was assigned to. */
  readonly assignee: string | null;
  readonly role: string | null;
  /** Minutes. */
  readonly estimate: number | null;
  readonly size: TaskSize | null;
};

export type DispatchFilter = {
  /** @defaultValue all */
  readonly limit?: number | undefined;
  /** The last one of an earlier page. */
  readonly after?: Pick<Dispatchable, 'priority' | 'createdAt' | 'n'> | undefined;
  /** Nothing of these projects. */
  readonly exceptProjects?: readonly string[] | undefined;
  /** Only this one. */
  readonly id?: string | undefined;
};

/** Ready tasks that somebody assigned, or whose project starts them by itself: most urgent first, then oldest. */
export async function listDispatchable(db: ReadDb, filter: DispatchFilter): Promise<readonly Dispatchable[]> {
  const { limit = -1, after, exceptProjects = [], id } = filter;
  const conditions = [
    ...(after === undefined ? [] : ['(t.priority, t.created_at, t.n) > (?, ?, ?)']),
    ...(exceptProjects.length === 0 ? [] : [`t.project_id NOT IN (${exceptProjects.map(() => '?').join(', ')})`]),
    ...(id === undefined ? [] : ['t.id = ?']),
  ];
  const params = [
    ...(after === undefined ? [] : [priorities.indexOf(after.priority), after.createdAt, after.n]),
    ...exceptProjects,
    ...(id === undefined ? [] : [id]),
  ];
  const rows = await db.all<Omit<Dispatchable, 'priority'> & { priority: number }>(
    `SELECT t.n, t.id, t.title, t.project_id AS projectId, t.priority, t.created_at AS createdAt, t.type, t.assignee,
       t.role, t.estimate, t.size
     FROM tasks t ${id === undefined ? 'INDEXED BY tasks_dispatch' : ''}
     WHERE t.dispatch <> 'manual' AND ${readyCondition} AND t.project_id IS NOT NULL AND t.lease_holder IS NULL
       ${conditions.map((condition) => `AND ${condition}`).join(' ')}
     ORDER BY t.priority, t.created_at, t.n LIMIT ?`,
    [...params, limit],
  );
  return rows.map((row) => ({ ...row, priority: priorityOf(row.priority) }));
}

/** What must be known of a task before an agent is started for it. */
export type DispatchNeeds = {
  readonly hasScript: boolean;
  /** Paths, folders and patterns that it will change, as it declares. */
  readonly files: readonly string[];
  /** What an agent has to be capable of. */
  readonly requires: readonly string[];
};

/** The files that a task declares; where it declares none, those of its approved plan. */
const declared = 'coalesce(b.files, p.files)';
const bodiesAndPlans = 'task_bodies b LEFT JOIN task_plans p ON p.task_n = b.task_n AND p.approved_at IS NOT NULL';

/** The needs of tasks, by their row numbers. */
export async function dispatchNeeds(db: ReadDb, rows: readonly number[]): Promise<ReadonlyMap<number, DispatchNeeds>> {
  const found = await db.all<{ n: number; hasScript: number; files: string | null; requires: string | null }>(
    `SELECT b.task_n AS n, b.script IS NOT NULL AS hasScript, ${declared} AS files, b.requires FROM ${bodiesAndPlans}
     WHERE b.task_n IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(rows)],
  );
  return new Map(
    found.map(({ n, hasScript, files, requires }) => [
      n,
      { hasScript: hasScript === 1, files: listOf(files), requires: listOf(requires) },
    ]),
  );
}

/** A task in hand that says which files it changes. */
export type FilesInUse = {
  readonly taskId: string;
  readonly projectId: string | null;
  readonly files: readonly string[];
};

/** What is worked at, waits to be merged, or rests until it is tried again, with the files it declares. */
export async function filesInUse(db: ReadDb): Promise<readonly FilesInUse[]> {
  const rows = await db.all<Omit<FilesInUse, 'files'> & { files: string }>(
    `SELECT t.id AS taskId, t.project_id AS projectId, ${declared} AS files FROM tasks t INDEXED BY tasks_at_work
     CROSS JOIN ${bodiesAndPlans}
     WHERE t.status = 'in_progress' AND t.deleted_at IS NULL AND b.task_n = t.n AND ${declared} IS NOT NULL
       AND (t.stage IS NOT NULL OR t.lease_holder IS NOT NULL) ORDER BY t.n`,
  );
  return rows.map((row) => ({ ...row, files: listOf(row.files) }));
}

/** An unfinished task, and those that wait for it: by a dependency, or as its parent. */
export type OpenTask = Pick<Dispatchable, 'n' | 'type' | 'estimate' | 'size'>;
export type OpenGraph = {
  readonly tasks: readonly OpenTask[];
  readonly edges: readonly { readonly on: number; readonly waits: number }[];
};

/** Everything unfinished with what waits for what. */
export async function readOpenGraph(db: ReadDb): Promise<OpenGraph> {
  const open = (alias: string) => `${alias}.status <> 'closed' AND ${alias}.deleted_at IS NULL`;
  const tasks = await db.all<OpenTask>(
    `SELECT t.n, t.type, t.estimate, t.size FROM tasks t INDEXED BY tasks_live WHERE ${open('t')}`,
  );
  const edges = await db.all<{ on: number; waits: number }>(
    `SELECT d.on_n AS "on", d.task_n AS waits FROM tasks b INDEXED BY tasks_live
       CROSS JOIN task_dependencies d ON d.on_n = b.n JOIN tasks t ON t.n = d.task_n
     WHERE ${open('b')} AND ${open('t')} AND ${blockingCondition}
     UNION ALL
     SELECT t.n, t.parent_n FROM tasks t INDEXED BY tasks_live JOIN tasks p ON p.n = t.parent_n
     WHERE ${open('t')} AND ${open('p')}`,
  );
  return { tasks, edges };
}
