import type { ReadDb } from '@cw/storage';

/** Names of agents that begin with what is typed, for a line to go on with. */
export function agentWords(
  db: ReadDb,
  start: string,
): Promise<readonly { readonly word: string; readonly description: string }[]> {
  return db.all(
    `SELECT name AS word, provider || ' ' || role AS description FROM agents
     WHERE removed_at IS NULL AND name >= ? AND name < ? ORDER BY name LIMIT 100`,
    [start, `${start}\u{10FFFF}`],
  );
}
