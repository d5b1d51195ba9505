import type { CliContext, CliInput } from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import type { ListFailure } from '../../model/task-failure.ts';
import { everyRow, mostRows } from '../../queries/cursor.ts';

/** The rows that a line asks for: a number, or all. Ids alone are read by programs, so that none of them is left out. */
export function typedLimit(input: CliInput, context: CliContext): Result<number | undefined, ListFailure> {
  const text = input.option('limit');
  if (text === undefined) return ok(context.quiet ? everyRow : undefined);
  if (text.toLowerCase() === 'all') return ok(everyRow);
  return /^[1-9]\d{0,4}$/.test(text) && Number(text) <= mostRows
    ? ok(Number(text))
    : err({ kind: 'list.bad-limit', text });
}
