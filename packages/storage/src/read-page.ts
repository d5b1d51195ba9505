import { type BadPage, err, ok, type Page, type Result } from '@cw/kernel';
import type { ReadDb, SqlValue } from './ports/read-db.ts';

/** Which part of a list is asked for. */
export type PageAsk = {
  /** @defaultValue 50 */
  readonly limit?: number | undefined;
  /** Where an earlier page ended. */
  readonly cursor?: string | undefined;
};

/** A list in the order of its row numbers, as SQL. */
export type Listed<Noun extends string, Row, View> = {
  /** What its items are called where a page is refused. */
  readonly noun: Noun;
  /** `SELECT … FROM …`; the row number is among the columns, as `n`. */
  readonly select: string;
  /** The tables that the conditions are about. */
  readonly from: string;
  readonly conditions: readonly string[];
  readonly params: readonly SqlValue[];
  /** The column of the row number: `r.n`. */
  readonly key: string;
  /** @defaultValue false */
  readonly oldestFirst?: boolean | undefined;
  readonly toView: (row: Row) => View;
};

const usualLimit = 50;
const largestLimit = 500;

/** One page of a list; the cursor is the number of the last row of the page before. */
export async function readPage<Noun extends string, Row extends { readonly n: number }, View>(
  db: ReadDb,
  { noun, select, from, conditions, params, key, oldestFirst = false, toView }: Listed<Noun, Row, View>,
  { limit = usualLimit, cursor }: PageAsk,
): Promise<Result<Page<View>, BadPage<Noun>>> {
  if (!Number.isInteger(limit) || limit < 1 || limit > largestLimit) {
    return err({ kind: `${noun}.bad-limit`, largest: largestLimit });
  }
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) return err({ kind: `${noun}.bad-cursor`, cursor });
  const count = await db.get<{ n: number }>(`SELECT count(*) AS n FROM ${from} ${where(conditions)}`, params);
  const after = cursor === undefined ? [] : [Number(cursor)];
  const rows = await db.all<Row>(
    `${select} ${where([...conditions, ...after.map(() => `${key} ${oldestFirst ? '>' : '<'} ?`)])}
     ORDER BY ${key} ${oldestFirst ? '' : 'DESC'} LIMIT ?`,
    [...params, ...after, limit + 1],
  );
  const page = rows.slice(0, limit);
  const nextCursor = rows.length > limit ? String(page.at(-1)?.n) : null;
  return ok({ items: page.map(toView), total: count?.n ?? 0, nextCursor });
}

function where(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
}
