import { err, ok, type Result } from '@cw/kernel';
import type { ListFailure } from '../model/task-failure.ts';

export type CursorValue = string | number;

/** Where a list goes on: the sort it was made for, and the sort values of the last row. */
export function writeCursor(sort: string, values: readonly CursorValue[]): string {
  return Buffer.from(JSON.stringify([sort, ...values])).toString('base64url');
}

/** The sort values of a cursor; refused when it is not one, or was made for another sort. */
export function readCursor(text: string, sort: string, length: number): Result<readonly CursorValue[], ListFailure> {
  const parsed = parse(Buffer.from(text, 'base64url').toString());
  if (!Array.isArray(parsed)) return err({ kind: 'list.bad-cursor' });
  const [madeFor, ...values] = parsed;
  if (madeFor !== sort || values.length !== length || !values.every(isValue)) return err({ kind: 'list.bad-cursor' });
  return ok(values);
}

/** More rows than any list has. */
export const everyRow = 999_999_999;

/** The largest number that can be asked for; for more there is `all`. */
export const mostRows = 10_000;

/** Rows a list answers: a whole number from 1 on. */
export function checkLimit(limit: number | undefined, standard: number): Result<number, ListFailure> {
  if (limit === undefined) return ok(standard);
  if (!Number.isInteger(limit) || limit < 1) return err({ kind: 'list.bad-limit', text: String(limit) });
  return ok(Math.min(limit, everyRow));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isValue(value: unknown): value is CursorValue {
  return typeof value === 'string' || typeof value === 'number';
}
