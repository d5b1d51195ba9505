import { ok } from '@cw/kernel';
import { askedDetails, type QueryValue, type Test } from '../model/query.ts';
import type { DetailField } from '../model/task-fields.ts';
import { type Compiled, isNone } from './query-value.ts';
import { contains } from './sql-parts.ts';
import type { Condition } from './task-filter.ts';

const columns: Readonly<Record<string, string>> = {
  title: 't.title',
  type: 't.type',
  assignee: 't.assignee',
  holder: 't.lease_holder',
  initiative: 't.initiative_id',
  external: 't.external_id',
};

/** The column of a detail that lies in a table. */
function detailIn(table: DetailField['in'], field: string): string | undefined {
  const row = askedDetails.get(field);
  return row?.in === table ? `${table === 'tasks' ? 't' : 'b'}.${row.column}` : undefined;
}

/** Texts that lie beside the row of the task. */
const beside: Readonly<Record<string, string>> = {
  description: 'b.description',
  acceptance: 'b.acceptance',
};

/** A name on one line: exactly, `none`, or a part of it. */
export function nameTest(test: Test, value: QueryValue): Compiled {
  const column = columns[test.field] ?? detailIn('tasks', test.field);
  if (column === undefined) return bodyTest(test, value, isNone(value));
  if (test.op === '~') return ok(contains(column, value.text));
  if (isNone(value)) return ok({ sql: `${column} IS NULL`, params: [] });
  const text =
    test.field === 'type' || askedDetails.get(test.field)?.kind === 'word' ? value.text.toLowerCase() : value.text;
  return ok({ sql: `${column} IS ?`, params: [text] });
}

/** A longer text: exactly, `none` for an empty one, or a part of it. */
export function textTest(test: Test, value: QueryValue): Compiled {
  if (test.field === 'title') return nameTest(test, value);
  if (test.field === 'comment') return ok(inComments(test, value));
  if (test.field === 'text') return ok(anywhere(test, value));
  return bodyTest(test, value, isNone(value) || value.text === '');
}

function bodyTest({ field, op }: Test, value: QueryValue, none: boolean): Compiled {
  const column = beside[field] ?? detailIn('bodies', field);
  if (column === undefined) throw new Error(`the field ${field} has no column`);
  const inBody = ({ sql, params }: Condition): Condition => ({
    sql: `EXISTS (SELECT 1 FROM task_bodies b WHERE b.task_n = t.n AND ${sql})`,
    params,
  });
  if (op === '~') return ok(inBody(contains(column, value.text)));
  if (!none) return ok(inBody({ sql: `${column} = ?`, params: [value.text] }));
  const some = inBody({ sql: `coalesce(${column}, '') <> ''`, params: [] });
  return ok({ sql: `NOT ${some.sql}`, params: some.params });
}

function inComments({ op }: Test, value: QueryValue): Condition {
  const { sql, params } = commentCondition(op, value);
  return {
    sql: `${sql === '' ? 'NOT ' : ''}EXISTS (SELECT 1 FROM task_comments c WHERE c.task_n = t.n ${sql})`,
    params,
  };
}

function commentCondition(op: Test['op'], value: QueryValue): Condition {
  if (op !== '~' && isNone(value)) return { sql: '', params: [] };
  const { sql, params } = op === '~' ? contains('c.text', value.text) : { sql: 'c.text = ?', params: [value.text] };
  return { sql: `AND ${sql}`, params };
}

function anywhere({ op }: Test, value: QueryValue): Condition {
  const test = (column: string): Condition =>
    op === '~' ? contains(column, value.text) : { sql: `${column} = ?`, params: [value.text] };
  const title = test('t.title');
  const body = test('b.description');
  const said = test('c.text');
  return {
    sql: `(${title.sql} OR EXISTS (SELECT 1 FROM task_bodies b WHERE b.task_n = t.n AND ${body.sql})
      OR EXISTS (SELECT 1 FROM task_comments c WHERE c.task_n = t.n AND ${said.sql}))`,
    params: [...title.params, ...body.params, ...said.params],
  };
}

export function labelTest({ op }: Test, value: QueryValue): Compiled {
  if (op === '~') {
    const { sql, params } = contains('l.label', value.text);
    return ok({ sql: `t.n IN (SELECT l.task_n FROM task_labels l WHERE ${sql})`, params });
  }
  if (isNone(value)) return ok({ sql: "t.labels = '[]'", params: [] });
  return ok({ sql: 't.n IN (SELECT l.task_n FROM task_labels l WHERE l.label = ?)', params: [value.text] });
}

/** A key of the user's own metadata. */
export function metadataTest({ field, op }: Test, value: QueryValue): Compiled {
  const path = `$."${field.slice('metadata.'.length)}"`;
  const of = (sql: string, params: Condition['params']): Compiled =>
    ok({
      sql: `EXISTS (SELECT 1 FROM (SELECT CASE WHEN NOT json_valid(b.metadata) THEN NULL
        WHEN json_type(b.metadata, ?) IN ('true', 'false') THEN json_type(b.metadata, ?)
        ELSE CAST(json_extract(b.metadata, ?) AS TEXT) END AS found FROM task_bodies b WHERE b.task_n = t.n) WHERE ${sql})`,
      params: [path, path, path, ...params],
    });
  if (op === '~') {
    const { sql, params } = contains('found', value.text);
    return of(sql, params);
  }
  return isNone(value) ? of('found IS NULL', []) : of('found IS ?', [value.text]);
}
