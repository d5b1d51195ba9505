import type { ReadDb } from '@cw/storage';

/** `kill`: whoever dispatched before did not say that it stopped. */
export type LastTurn = 'nothing' | 'stop' | 'kill';

/** How the last process that dispatched came to its end, for one that has just begun to. */
export async function howLastEnded(db: ReadDb): Promise<LastTurn> {
  const last = await db.get<{ type: string }>(
    `SELECT type FROM event_view WHERE entity = 'workspace' AND type IN ('dispatch.started', 'dispatch.stopped')
     ORDER BY seq DESC LIMIT 1`,
  );
  if (last === undefined) return 'nothing';
  return last.type === 'dispatch.stopped' ? 'stop' : 'kill';
}
