import type { ReadDb } from '@cw/storage';
import { type ConfigKey, type Scope, scopes, type Unit } from '../model/config-key.ts';
import { settingName } from '../model/setting-name.ts';

/** Which project, initiative and task a value is asked for; none: the workspace's. */
export type ScopeIds = { readonly [S in Exclude<Scope, 'workspace'>]?: string | undefined };

/** A value and the layer it was set in; `default` when nobody set it. */
export type Setting<T> = { readonly value: T; readonly from: Scope | 'default'; readonly scopeId: string | null };

type SettingRow = { scope: Scope; scope_id: string; value: string };

/**
 * The value of a key as it holds for a task, a project or the workspace: the most special layer that sets it wins.
 * A stored value that the key no longer accepts is passed over.
 */
export async function readSetting<T>(db: ReadDb, key: ConfigKey<T>, ids: ScopeIds = {}): Promise<Setting<T>> {
  return (await settingReader(db, key))(ids);
}

/** The same for many tasks: what is set is read once. */
export async function settingReader<T>(db: ReadDb, key: ConfigKey<T>): Promise<(ids: ScopeIds) => Setting<T>> {
  const rows = await db.all<SettingRow>('SELECT scope, scope_id, value FROM settings WHERE key = ?', [key.key]);
  const layers = scopes.toReversed().map((scope) => {
    const set = rows.filter((row) => row.scope === scope).map((row) => [row.scope_id, key.parse(row.value)] as const);
    return { scope, values: new Map(set) };
  });
  return (ids) => {
    for (const { scope, values } of layers) {
      const scopeId = scope === 'workspace' ? '' : ids[scope];
      const value = scopeId === undefined ? undefined : values.get(scopeId);
      if (value !== undefined) return { value, from: scope, scopeId: scopeId || null };
    }
    return { value: key.fallback, from: 'default', scopeId: null };
  };
}

/** A setting as every door shows it. */
export type SettingView = {
  readonly key: string;
  readonly value: string;
  readonly from: Scope | 'default';
  readonly fallback: string;
  /** In two or three words. */
  readonly name: string;
  readonly description: string;
  /** What its number counts; null where it is no number, or counts nothing but things. */
  readonly unit: Unit | null;
  readonly expects: string;
  /** What people should know of this value; null: nothing. */
  readonly warning: string | null;
};

export async function showSetting<T>(db: ReadDb, key: ConfigKey<T>, ids: ScopeIds = {}): Promise<SettingView> {
  const setting = await readSetting(db, key, ids);
  const value = key.format(setting.value);
  return {
    key: key.key,
    value,
    from: setting.from,
    fallback: key.format(key.fallback),
    name: settingName(key.key),
    description: key.description,
    unit: key.unit ?? null,
    expects: key.expects,
    warning: key.warnings?.[value] ?? null,
  };
}

/** Whether a value is set for anything at all, in any layer. */
export async function isSetAnywhere<T>(db: ReadDb, key: ConfigKey<T>, value: T): Promise<boolean> {
  const found = await db.get('SELECT 1 FROM settings WHERE key = ? AND value = ? LIMIT 1', [
    key.key,
    key.format(value),
  ]);
  return found !== undefined;
}
