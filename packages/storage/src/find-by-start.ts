import { err, ok, type Result } from '@cw/kernel';
import type { ReadDb } from './ports/read-db.ts';

export type NotOne = { readonly matches: readonly string[] };

/**
 * The one id that begins with `text`. An id that is equal wins over longer ones that begin with it.
 * @param from table and condition to look in, as SQL: `tasks WHERE deleted_at IS NULL`.
 * @returns the id, or what else matches: nothing, or up to five ids to choose from.
 */
export async function findByStart(db: ReadDb, from: string, text: string): Promise<Result<string, NotOne>> {
  if (text.length === 0) return err({ matches: [] });
  const joiner = /\bwhere\b/i.test(from) ? 'AND' : 'WHERE';
  const rows = await db.all<{ id: string }>(`SELECT id FROM ${from} ${joiner} id >= ? AND id < ? ORDER BY id LIMIT 5`, [
    text,
    `${text}\u{10FFFF}`,
  ]);
  const exact = rows.find((row) => row.id === text);
  if (exact) return ok(exact.id);
  const [only, ...others] = rows;
  if (only && others.length === 0) return ok(only.id);
  return err({ matches: rows.map((row) => row.id) });
}
