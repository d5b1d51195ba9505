import type { Tx } from '@cw/storage';
import type { PauseStore } from '../ports/pause-store.ts';
import { findPause } from '../queries/list-pauses.ts';

export function sqlitePauseStore(tx: Tx): PauseStore {
  return {
    find: (scope) => findPause(tx, scope),
    save: async ({ scope, cause, reason, pausedBy, pausedAt }) => {
      await tx.run(
        `INSERT INTO pauses (scope, cause, reason, paused_by, paused_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET cause = excluded.cause, reason = excluded.reason`,
        [scope, cause, reason, pausedBy, pausedAt],
      );
    },
    remove: async (scope) => {
      await tx.run('DELETE FROM pauses WHERE scope = ?', [scope]);
    },
  };
}
