import { ok, taskStates } from '@cw/kernel';
import { parseEstimate, parsePriority } from '@cw/task-formats';
import { parseSpan } from '../model/moment.ts';
import { askedDetails, type QueryValue, type Test } from '../model/query.ts';
import type { DetailField } from '../model/task-fields.ts';
import { priorities, taskOutcomes, taskStatuses } from '../model/task-view.ts';
import { findProject } from './find-project.ts';
import { findTask } from './find-task.ts';
import { type Compiled, isNone, noValue, type QuerySurroundings } from './query-value.ts';
import { blockingCondition } from './ready-sql.ts';
import { type Condition, inStates, isState } from './task-filter.ts';

/** Words of which there are only some. */
export function wordTest({ field }: Test, value: QueryValue): Compiled {
  const text = value.text.toLowerCase().replace(/[\s-]/g, '_');
  if (field === 'state') {
    const state = value.text.toLowerCase().replace(/[\s_]/g, '-');
    return isState(state) ? ok({ sql: inStates([state]), params: [] }) : noValue(value, 'a state', taskStates);
  }
  if (field === 'gate') return gateTest(value);
  const known: readonly string[] = field === 'status' ? taskStatuses : field === 'outcome' ? taskOutcomes : dispatches;
  if (field === 'outcome' && isNone(value)) return ok({ sql: 't.outcome IS NULL', params: [] });
  if (!known.includes(text)) return noValue(value, `a ${field} (${known.join(', ')})`, known);
  if (field === 'status' && text !== 'closed') {
    return ok({ sql: "(t.status <> 'closed' AND t.status = ?)", params: [text] });
  }
  return ok({ sql: `t.${field} IS ?`, params: [text] });
}

const dispatches = ['manual', 'assigned', 'auto'];

const gateIs = (more: string) =>
  `EXISTS (SELECT 1 FROM task_bodies g WHERE g.task_n = t.n AND g.gate = 1${more === '' ? '' : ` AND ${more}`})`;
const gates: Readonly<Record<string, string>> = {
  yes: gateIs(''),
  no: `NOT ${gateIs('')}`,
  waiting: `(t.status = 'closed' AND ${gateIs('g.gate_approved_at IS NULL')})`,
  approved: gateIs('g.gate_approved_at IS NOT NULL'),
};

/** Whether it is a gate, and whether it waits to be approved, or was. */
function gateTest(value: QueryValue): Compiled {
  const sql = gates[value.text.toLowerCase()];
  const words = Object.keys(gates);
  return sql === undefined ? noValue(value, `a gate (${words.join(', ')})`, words) : ok({ sql, params: [] });
}

/** Words in an order: a priority counts from P0, the most urgent, a size from XS. */
export function levelTest({ field, op }: Test, value: QueryValue): Compiled {
  if (field === 'priority') {
    const priority = parsePriority(value.text);
    if (!priority.ok) return noValue(value, 'a priority (P0 to P3, or 0 to 3)', priorities);
    return ok({ sql: `t.priority ${op} ?`, params: [priorities.indexOf(priority.value)] });
  }
  const row = detailAt(field);
  if (isNone(value) && op === '=') return ok({ sql: `t.${row.column} IS NULL`, params: [] });
  const level = row.words.findIndex((known) => known.toLowerCase() === value.text.toLowerCase());
  if (level < 0) return noValue(value, `a ${field} (${row.words.join(', ')})`, row.words);
  const order = row.words.map((known, index) => `WHEN '${known}' THEN ${index}`).join(' ');
  return ok({ sql: `(t.${row.column} IS NOT NULL AND CASE t.${row.column} ${order} END ${op} ?)`, params: [level] });
}

function detailAt(field: string): DetailField {
  const row = askedDetails.get(field);
  if (row === undefined) throw new Error(`the field ${field} is no detail of a task`);
  return row;
}

const numbers: Readonly<Record<string, string>> = {
  children: '(t.open_children + t.closed_children)',
  blockers: 't.open_blockers',
  dependents: 't.dependents',
};

export function numberTest({ field, op }: Test, value: QueryValue): Compiled {
  const own = numbers[field];
  const column = own ?? `t.${detailAt(field).column}`;
  if (isNone(value) && op === '=' && own === undefined) return ok({ sql: `${column} IS NULL`, params: [] });
  const count = /^\d{1,9}$/.test(value.text) ? ok(Number(value.text)) : undefined;
  const number = count ?? (own === undefined ? parseEstimate(value.text) : undefined);
  if (!number?.ok) return noValue(value, own === undefined ? 'an estimate, such as 90m or 2h' : 'a number');
  return ok({ sql: `(${column} IS NOT NULL AND ${column} ${op} ?)`, params: [number.value] });
}

const dates: Readonly<Record<string, string>> = {
  created: 't.created_at',
  updated: 't.updated_at',
  started: 't.started_at',
  closed: 't.closed_at',
};

/** A date, where a bare `7d` was seven days ago, or for what is still to come is in seven days. */
export function dateTest({ field, op }: Test, value: QueryValue, { now }: QuerySurroundings): Compiled {
  const past = dates[field];
  const column = past ?? `t.${detailAt(field).column}`;
  if (isNone(value) && op === '=') return ok({ sql: `${column} IS NULL`, params: [] });
  const span = parseSpan(value.text, now, past === undefined ? 'future' : 'past');
  if (!span.ok) return noValue(value, 'a date, such as 2026-03-01, 7d, "2 weeks ago", yesterday');
  const { from, to } = span.value;
  const known = (sql: string, ...params: number[]): Compiled =>
    ok({ sql: `(${column} IS NOT NULL AND ${sql})`, params });
  if (op === '=' && from === to) return noValue(value, 'a day (a moment is compared with < or >)');
  if (op === '=') return known(`${column} >= ? AND ${column} < ?`, from, to);
  if (op === '<' || op === '>=') return known(`${column} ${op} ?`, from);
  return known(`${column} ${from === to ? op : op === '<=' ? '<' : '>='} ?`, to);
}

const numberOf = '(SELECT o.n FROM tasks o WHERE o.id = ?)';

/** How the task of a value stands to the one that is asked about. */
const relations: Readonly<Record<string, { readonly some: string; readonly none: string }>> = {
  id: { some: 't.id = ?', none: '0' },
  parent: { some: `t.parent_n IS ${numberOf}`, none: 't.parent_n IS NULL' },
  under: {
    some: `t.n IN (WITH RECURSIVE below(n) AS (SELECT c.n FROM tasks c WHERE c.parent_n = ${numberOf}
      UNION SELECT c.n FROM below CROSS JOIN tasks c ON c.parent_n = below.n) SELECT n FROM below)`,
    none: 't.parent_n IS NULL',
  },
  needs: {
    some: `t.n IN (SELECT d.task_n FROM task_dependencies d WHERE d.on_n = ${numberOf} AND ${blockingCondition})`,
    none: `NOT EXISTS (SELECT 1 FROM task_dependencies d WHERE d.task_n = t.n AND ${blockingCondition})`,
  },
  blocks: {
    some: `t.n IN (SELECT d.on_n FROM task_dependencies d WHERE d.task_n = ${numberOf} AND ${blockingCondition})`,
    none: `NOT EXISTS (SELECT 1 FROM task_dependencies d WHERE d.on_n = t.n AND ${blockingCondition})`,
  },
};

export async function taskTest({ field }: Test, value: QueryValue, { db }: QuerySurroundings): Promise<Compiled> {
  const relation = relations[field];
  if (relation === undefined) throw new Error(`the field ${field} names no task`);
  if (isNone(value)) return ok({ sql: relation.none, params: [] });
  const id = await findTask(db, value.text);
  if (!id.ok) return id;
  const condition: Condition = { sql: relation.some, params: [id.value] };
  return ok(condition);
}

export async function projectTest(_test: Test, value: QueryValue, { db }: QuerySurroundings): Promise<Compiled> {
  if (isNone(value)) return ok({ sql: 't.project_id IS NULL', params: [] });
  const project = await findProject(db, value.text);
  if (!project.ok) return project;
  return ok({ sql: 't.project_id IS ?', params: [project.value.id] });
}
