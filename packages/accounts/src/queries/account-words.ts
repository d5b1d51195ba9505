import type { ReadDb } from '@cw/storage';

/** Names of accounts that begin with what is typed, for a line to go on with. */
export function accountWords(
  db: ReadDb,
  start: string,
): Promise<readonly { readonly word: string; readonly description: string }[]> {
  return db.all(
    `SELECT name AS word, provider AS description FROM accounts
     WHERE deleted_at IS NULL AND name >= ? AND name < ? ORDER BY name LIMIT 100`,
    [start, `${start}\u{10FFFF}`],
  );
}
