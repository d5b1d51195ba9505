import type { CliContext, CliInput, CliOption } from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import { parseQuery } from '../../model/parse-query.ts';
import { type Query, type QueryOp, speaksOfClosed, speaksOfPlace } from '../../model/query.ts';
import type { TaskFailure } from '../../model/task-failure.ts';
import { queryCondition } from '../../queries/query-condition.ts';
import { type Condition, mostValues } from '../../queries/task-filter.ts';
import { typedLabels } from './typed-labels.ts';

export type TypedQuery = {
  readonly condition: Condition;
  /** It says for itself whether closed tasks are meant. */
  readonly closedToo: boolean;
  /** It says for itself where its tasks are. */
  readonly placed: boolean;
};

/** What options of a line ask for, each as the query that it stands for. */
export async function typedQuery(
  input: CliInput,
  context: CliContext,
  given: readonly CliOption[],
): Promise<Result<TypedQuery, TaskFailure>> {
  const parts: Query[] = [];
  for (const { name } of given) {
    const part = await partOf(input, context, name);
    if (!part.ok) return part;
    parts.push(part.value);
  }
  return compiled({ kind: 'all', parts }, context);
}

async function partOf(input: CliInput, context: CliContext, name: string): Promise<Result<Query, TaskFailure>> {
  if (name === 'where') return parseQuery(input.option('where') ?? '');
  const query = name === 'mine' ? await mine(context) : queryOf(input, name);
  const count = query.kind === 'test' ? query.values.length : 0;
  return count > mostValues ? err({ kind: 'list.too-many', filter: name, count, limit: mostValues }) : ok(query);
}

async function mine(context: CliContext): Promise<Query> {
  const [holder, { actor }] = [await context.holder(), await context.act()];
  return { kind: 'any', parts: [test('holder', '=', [holder.name]), test('assignee', '=', [actor.name])] };
}

/** A query with what it says for itself. */
export async function compiled(query: Query, { workspace }: CliContext): Promise<Result<TypedQuery, TaskFailure>> {
  const { storage, clock } = workspace;
  const condition = await queryCondition(query, { db: storage.read, now: clock.now() });
  if (!condition.ok) return condition;
  return ok({ condition: condition.value, closedToo: speaksOfClosed(query), placed: speaksOfPlace(query) });
}

/** The query that an option of a list stands for. */
function queryOf(input: CliInput, name: string): Query {
  const compared = compare[name];
  if (compared !== undefined) return test(...compared, [input.option(name) ?? '']);
  const alone = words[name];
  if (alone !== undefined) return alone;
  if (name === 'any-label') return test('label', '=', typedLabels(input, name) ?? []);
  if (name === 'not-label') return test('label', '!=', typedLabels(input, name) ?? []);
  return test(name, '=', [input.option(name) ?? 'none']);
}

const compare: Readonly<Record<string, readonly [field: string, op: QueryOp]>> = {
  'priority-max': ['priority', '<='],
  'priority-min': ['priority', '>='],
  'created-after': ['created', '>='],
  'created-before': ['created', '<'],
  'updated-after': ['updated', '>='],
  'updated-before': ['updated', '<'],
  'closed-after': ['closed', '>='],
  'closed-before': ['closed', '<'],
  'due-after': ['due', '>='],
  'due-before': ['due', '<'],
};

const words: Readonly<Record<string, Query>> = {
  ready: alone('ready'),
  blocked: alone('blocked'),
  overdue: alone('overdue'),
  unassigned: test('assignee', '=', ['none']),
  'needs-breakdown': { kind: 'all', parts: [test('type', '=', ['epic']), alone('childless')] },
};

function alone(word: string): Query {
  return { kind: 'test', field: word, op: '=', values: [] };
}

function test(field: string, op: QueryOp, values: readonly string[]): Query {
  return { kind: 'test', field, op, values: values.map((text) => ({ text, column: 0 })) };
}
