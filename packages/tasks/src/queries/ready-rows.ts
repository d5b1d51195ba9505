import type { PendingReason, TaskState } from '@cw/kernel';
import type { ReadDb, SqlValue } from '@cw/storage';
import { pendingOf } from '../model/task-state.ts';
import type { Dispatch, TaskRow } from '../model/task-view.ts';
import { priorityOf } from './field-columns.ts';
import { isoOf } from './iso-of.ts';
import { readyCondition } from './ready-sql.ts';
import type { Condition } from './task-filter.ts';
import { listedColumns, listedDetails, listedNames, projectNameSql, withState } from './task-row.ts';

/**
 * Rows come as one JSON text that SQLite wrote, an array a row: reading them one by one takes five times as long. The
 * limit keeps SQLite from giving up the order of the inner rows.
 */
const readySql = (
  rest: string,
) => `SELECT json_group_array(json_array(n, priority, created_at, id, title, type, assignee,
  dispatch, state, project_id, updated_at, revision, json(labels), dependents, parent_id, pending, project_name, ${listedNames.join(', ')}))
  AS rows
FROM (SELECT t.n, t.priority, t.created_at, t.id, t.title, t.type, t.assignee, t.dispatch, s.state, t.project_id,
    t.updated_at, t.revision, t.labels, t.dependents, s.pending, ${listedColumns},
    (SELECT p.id FROM tasks p WHERE p.n = t.parent_n) AS parent_id, ${projectNameSql} AS project_name
  FROM tasks t INDEXED BY tasks_ready ${withState} WHERE ${readyCondition} ${rest}
  ORDER BY t.priority, t.created_at, t.n LIMIT ?)`;

export const firstSql = readySql('');
const beyond = 'AND (t.priority, t.created_at, t.n) > (?, ?, ?)';

/** Where a row stands in the order of the list. */
export type ReadyPlace = readonly [priority: number, createdAt: number, n: number];

type ReadyArray = readonly [
  n: number,
  priority: number,
  createdAt: number,
  id: string,
  title: string,
  type: string,
  assignee: string | null,
  dispatch: Dispatch,
  state: TaskState,
  projectId: string | null,
  updatedAt: number,
  revision: number,
  labels: readonly string[],
  dependents: number,
  parentId: string | null,
  pending: PendingReason | null,
  projectName: string | null,
  ...details: unknown[],
];

export type ReadyRows = {
  readonly rows: readonly TaskRow[];
  readonly last: ReadyPlace | undefined;
  readonly more: boolean;
};

/**
 * Ready tasks in order.
 * @param wanted the most rows, all without one, and the place after which they begin.
 */
export async function readReadyRows(
  db: ReadDb,
  wanted: {
    readonly limit: number | undefined;
    readonly after: readonly SqlValue[];
    /** What holds of them besides. */
    readonly also?: Condition | undefined;
  },
): Promise<ReadyRows> {
  const { limit, after, also } = wanted;
  const params = [...(also?.params ?? []), ...after, limit === undefined ? -1 : limit + 1];
  const rest = `${also ? `AND ${also.sql}` : ''} ${after.length === 0 ? '' : beyond}`.trim();
  const answer = await db.get<{ rows: string }>(rest === '' ? firstSql : readySql(rest), params);
  const found: readonly ReadyArray[] = answer === undefined ? [] : JSON.parse(answer.rows);
  const more = limit !== undefined && found.length > limit;
  const shown = more ? found.slice(0, limit) : found;
  const last = shown.at(-1);
  return { rows: shown.map(toRow), last: last && [last[1], last[2], last[0]], more };
}

/** What holds of every ready task is known without reading it. */
function toRow(row: ReadyArray): TaskRow {
  const createdAt = isoOf(row[2]);
  return {
    id: row[3],
    title: row[4],
    status: 'open',
    outcome: null,
    statusReason: null,
    priority: priorityOf(row[1]),
    type: row[5],
    assignee: row[6],
    dispatch: row[7],
    labels: row[12],
    parentId: row[14],
    projectId: row[9],
    projectName: row[16],
    ready: true,
    ...listedDetails((index) => row[17 + index]),
    createdAt,
    updatedAt: row[10] === row[2] ? createdAt : isoOf(row[10]),
    closedAt: null,
    lease: null,
    revision: row[11],
    state: row[8],
    pending: pendingOf({ pending: row[15], pendingUntil: null }, null),
    blockedByCount: 0,
    dependentCount: row[13],
  };
}
