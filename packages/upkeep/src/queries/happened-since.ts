import type { ReadDb } from '@cw/storage';

/**
 * Whether one of these events has happened after another one, and which is the last event there is.
 * @param seq undefined: it is not known what has happened, so that something may have
 */
export async function happenedSince(
  db: ReadDb,
  types: readonly string[],
  seq: number | undefined,
): Promise<{ readonly any: boolean; readonly last: number }> {
  if (seq === undefined) {
    const row = await db.get<{ last: number | null }>('SELECT max(seq) AS last FROM event_view');
    return { any: true, last: row?.last ?? 0 };
  }
  const row = await db.get<{ last: number | null; some: number | null }>(
    `SELECT max(seq) AS last, max(type IN (${types.map(() => '?').join(', ')})) AS some FROM event_view WHERE seq > ?`,
    [...types, seq],
  );
  return { any: row?.some === 1, last: row?.last ?? seq };
}
