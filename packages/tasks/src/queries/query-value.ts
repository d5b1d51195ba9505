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
