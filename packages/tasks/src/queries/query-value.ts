import { err, type Instant, type Result } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import type { QueryValue } from '../model/query.ts';
import type { LookUpFailure, QueryFailure, UpdateFailure } from '../model/task-failure.ts';
import type { Condition } from './task-filter.ts';

export type ConditionFailure = QueryFailure | LookUpFailure | UpdateFailure;

export type Compiled = Result<Condition, ConditionFailure>;

/** What tests of some fields are read with: the tasks and projects they name, and the time they count from. */
export type QuerySurroundings = { readonly db: ReadDb; readonly now: Instant };

/** What is said of a value that its field does not have. */
export function noValue(value: QueryValue, expected: string, known?: readonly string[]): Result<never, QueryFailure> {
  return err({ kind: 'query.wrong', column: value.column, found: value.text, expected: [expected], known });
}

export function isNone({ text }: QueryValue): boolean {
  return text.toLowerCase() === 'none';
}

/**
 * Whether a text holds another, whatever the case. SQLite knows the case of Latin letters only; for others the usual
 * ways to write a word are tried.
 */
export function contains(column: string, text: string): Condition {
  const small = text.toLowerCase();
  const capital = small.replace(/^./u, (letter) => letter.toUpperCase());
  const written = [...new Set(/^[\x20-\x7e]*$/.test(text) ? [text] : [text, small, text.toUpperCase(), capital])];
  const like = written.map(() => `${column} LIKE ? ESCAPE '\\'`).join(' OR ');
  const params = written.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
  return { sql: `(${column} IS NOT NULL AND (${like}))`, params };
}
