import type { Tx } from '@cw/storage';
import type { SettingPlace, SettingStore } from '../ports/setting-store.ts';

const here = 'scope = ? AND scope_id = ? AND key = ?';

export function sqliteSettingStore(tx: Tx): SettingStore {
  return {
    find: async (place) => {
      const row = await tx.get<{ value: string }>(`SELECT value FROM settings WHERE ${here}`, columns(place));
      return row?.value ?? null;
    },
    save: async (place, value, by) => {
      await tx.run(
        `INSERT INTO settings (scope, scope_id, key, value, updated_at, updated_by) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (scope, scope_id, key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at,
           updated_by = excluded.updated_by`,
        [...columns(place), value, tx.at, by],
      );
    },
    remove: async (place) => {
      await tx.run(`DELETE FROM settings WHERE ${here}`, columns(place));
    },
  };
}

function columns({ scope, scopeId, key }: SettingPlace): string[] {
  return [scope, scopeId, key];
}
