import { ok } from '@cw/kernel';
import {
  type FieldKind,
  fieldOf,
  type Query,
  type QueryValue,
  type QueryWord,
  type Test,
  wordOf,
} from '../model/query.ts';
import { dateTest, levelTest, numberTest, projectTest, taskTest, wordTest } from './query-fields.ts';
import { labelTest, metadataTest, nameTest, textTest } from './query-texts.ts';
import type { Compiled, QuerySurroundings } from './query-value.ts';
import { readyCondition } from './ready-sql.ts';
import { joined } from './sql-parts.ts';
import { blockedCondition, type Condition, inStates } from './task-filter.ts';

/** One value of a test; `!=` and `!~` are made of `=` and `~`. */
type ValueTest = (test: Test, value: QueryValue, around: QuerySurroundings) => Compiled | Promise<Compiled>;

const tests: Readonly<Record<FieldKind, ValueTest>> = {
  word: wordTest,
  name: nameTest,
  text: textTest,
  level: levelTest,
  number: numberTest,
  date: dateTest,
  task: taskTest,
  project: projectTest,
  label: labelTest,
  key: metadataTest,
};

const wordConditions: Readonly<Record<QueryWord, string>> = {
  ready: `(${readyCondition})`,
  waiting: inStates(['waiting']),
  blocked: blockedCondition,
  claimed: 't.lease_holder IS NOT NULL',
  overdue: "(t.status <> 'closed' AND t.due_at IS NOT NULL AND t.due_at < now_ms())",
  childless: '(t.open_children = 0 AND t.closed_children = 0)',
};

/**
 * The condition on tasks `t` that a query means. Values are bound, never part of the SQL. Every condition is true or
 * false, never unknown, so that `not` means the rest.
 */
export async function queryCondition(query: Query, around: QuerySurroundings): Promise<Compiled> {
  if (query.kind === 'test') return testCondition(query, around);
  if (query.kind === 'not') {
    const of = await queryCondition(query.of, around);
    return of.ok ? ok(not(of.value)) : of;
  }
  const parts: Condition[] = [];
  for (const part of query.parts) {
    const condition = await queryCondition(part, around);
    if (!condition.ok) return condition;
    parts.push(condition.value);
  }
  return ok(joined(parts, query.kind === 'all' ? 'AND' : 'OR'));
}

async function testCondition(test: Test, around: QuerySurroundings): Promise<Compiled> {
  const alone = test.values.length === 0 ? wordOf(test.field) : undefined;
  if (alone !== undefined) return ok({ sql: wordConditions[alone], params: [] });
  const field = fieldOf(test.field);
  if (field === undefined) throw new Error(`there is no field ${test.field}`);
  const negated = test.op === '!=' || test.op === '!~';
  const positive: Test = negated ? { ...test, op: test.op === '!=' ? '=' : '~' } : test;
  const parts: Condition[] = [];
  for (const value of test.values) {
    const condition = await tests[field.kind](positive, value, around);
    if (!condition.ok) return condition;
    parts.push(condition.value);
  }
  const any = joined(parts, 'OR');
  return ok(negated ? not(any) : any);
}

function not({ sql, params }: Condition): Condition {
  return { sql: `NOT (${sql})`, params };
}
