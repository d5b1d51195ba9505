import type { Act } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import { append } from '../append.ts';
import type { DispatchEvent } from '../contract.ts';
import { type PausedByFailures, settlePause, tellPause } from '../inbox/tell-pause.ts';
import type { KeptPause } from '../model/pause.ts';

export type PauseStore = ReturnType<typeof pauseStore>;

/** What starts no agents, inside one write transaction. */
export function pauseStore(tx: Tx) {
  return {
    at: tx.at,
    find: (scope: string) =>
      tx.get<KeptPause>(
        'SELECT scope, cause, reason, paused_by AS pausedBy, paused_at AS pausedAt FROM pauses WHERE scope = ?',
        [scope],
      ),
    save: async ({ scope, cause, reason, pausedBy, pausedAt }: KeptPause) => {
      await tx.run(
        `INSERT INTO pauses (scope, cause, reason, paused_by, paused_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET cause = excluded.cause, reason = excluded.reason,
           paused_by = excluded.paused_by, paused_at = excluded.paused_at`,
        [scope, cause, reason, pausedBy, pausedAt],
      );
    },
    remove: async (scope: string) => {
      await tx.run('DELETE FROM pauses WHERE scope = ?', [scope]);
    },
    /** Tells people of a pause that cw itself made. */
    tell: (paused: PausedByFailures, act: Act) => tellPause(tx, paused, act),
    /** Takes that back. */
    settle: (scope: string, act: Act) => settlePause(tx, scope, act),
    append: (event: DispatchEvent, act: Act) => append(tx, event, act),
  };
}
