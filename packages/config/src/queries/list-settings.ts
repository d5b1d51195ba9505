import type { ReadDb } from '@cw/storage';
import { type ConfigKey, type Scope, type SettingForm, scopes } from '../model/config-key.ts';
import { type ScopeIds, type SettingView, showSetting } from './read-setting.ts';

/** A value as it stands in one layer. */
export type SettingLayer = { readonly scope: Scope; readonly scopeId: string | null; readonly value: string };

/** A setting with what is needed to change it. */
export type SettingRow = SettingView & {
  readonly form: SettingForm;
  /** Layers in which a value has an effect. */
  readonly scopes: readonly Scope[];
  /** Every layer that sets it, the more general first. */
  readonly layers: readonly SettingLayer[];
};

type LayerRecord = { readonly key: string; readonly scope: Scope; readonly scopeId: string; readonly value: string };

/** All settings as they hold for the workspace, a project or a task, and every layer that sets one. */
export async function listSettings(
  db: ReadDb,
  keys: readonly ConfigKey[],
  ids: ScopeIds,
): Promise<readonly SettingRow[]> {
  const records = await db.all<LayerRecord>('SELECT key, scope, scope_id AS scopeId, value FROM settings');
  return Promise.all(
    keys.map(async (key) => ({
      ...(await showSetting(db, key, ids)),
      form: key.form,
      scopes: key.scopes ?? scopes,
      layers: records
        .filter((record) => record.key === key.key)
        .sort((a, b) => scopes.indexOf(a.scope) - scopes.indexOf(b.scope) || a.scopeId.localeCompare(b.scopeId))
        .map(({ scope, scopeId, value }) => ({ scope, scopeId: scopeId || null, value })),
    })),
  );
}
