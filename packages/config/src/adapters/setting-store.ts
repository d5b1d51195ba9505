import type { Act } from '@cw/kernel';
import type { Tx } from '@cw/storage';
import { append } from '../append.ts';
import type { ConfigEvent } from '../contract.ts';
import type { ConfigKey, Scope } from '../model/config-key.ts';
import { type ScopeIds, showSetting } from '../queries/read-setting.ts';

/** Where a value stands: a key of one layer, and of one thing in it. */
export type SettingPlace = { readonly scope: Scope; readonly scopeId: string; readonly key: string };

export type SettingStore = ReturnType<typeof settingStore>;

const here = 'scope = ? AND scope_id = ? AND key = ?';

/** Stored values inside one write transaction. @param keys what can be set */
export function settingStore(tx: Tx, keys: readonly ConfigKey[]) {
  return {
    keys,
    find: async (place: SettingPlace) => {
      const row = await tx.get<{ value: string }>(`SELECT value FROM settings WHERE ${here}`, columns(place));
      return row?.value ?? null;
    },
    save: async (place: SettingPlace, value: string, by: string) => {
      await tx.run(
        `INSERT INTO settings (scope, scope_id, key, value, updated_at, updated_by) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (scope, scope_id, key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at,
           updated_by = excluded.updated_by`,
        [...columns(place), value, tx.at, by],
      );
    },
    /** Takes the value back, so that the layer below holds again. */
    remove: async (place: SettingPlace) => {
      await tx.run(`DELETE FROM settings WHERE ${here}`, columns(place));
    },
    append: async (event: ConfigEvent, act: Act) => {
      await append(tx, event, act);
    },
    show: (key: ConfigKey, ids: ScopeIds) => showSetting(tx, key, ids),
  };
}

function columns({ scope, scopeId, key }: SettingPlace): string[] {
  return [scope, scopeId, key];
}
