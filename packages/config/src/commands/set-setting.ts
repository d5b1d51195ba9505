import { type Act, err, ok, type Result } from '@cw/kernel';
import type { Transact } from '@cw/storage';
import { type ConfigFailure, type ConfigKey, findKey, type Scope } from '../model/config-key.ts';
import { type SettingView, showSetting } from '../queries/read-setting.ts';

export type SetSettingInput = {
  readonly key: string;
  /** As typed; undefined takes the value back, so that the layer below holds again. */
  readonly value: string | undefined;
  readonly scope: Scope;
  /** Id of the project, initiative or task; empty for the workspace. */
  readonly scopeId: string;
};

/** Sets a value in one layer, or takes it back. */
export async function setSetting(
  deps: { readonly transact: Transact; readonly keys: readonly ConfigKey[] },
  input: SetSettingInput,
  act: Act,
): Promise<Result<SettingView, ConfigFailure>> {
  const key = findKey(deps.keys, input.key);
  if (!key.ok) return key;
  const parsed = input.value === undefined ? undefined : key.value.parse(input.value);
  if (input.value !== undefined && parsed === undefined) {
    return err({ kind: 'config.bad-value', key: input.key, value: input.value, expects: key.value.expects });
  }
  const after = parsed === undefined ? null : key.value.format(parsed);
  const place = [input.scope, input.scopeId, input.key];
  return deps.transact(async (tx) => {
    const row = await tx.get<{ value: string }>(
      'SELECT value FROM settings WHERE scope = ? AND scope_id = ? AND key = ?',
      place,
    );
    const before = row?.value ?? null;
    if (before !== after) {
      if (after === null) await tx.run('DELETE FROM settings WHERE scope = ? AND scope_id = ? AND key = ?', place);
      else
        await tx.run(
          `INSERT INTO settings (scope, scope_id, key, value, updated_at, updated_by) VALUES (?, ?, ?, ?, ?, ?)
           ON CONFLICT (scope, scope_id, key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at,
             updated_by = excluded.updated_by`,
          [...place, after, tx.at, act.actor.name],
        );
      const payload = { scope: input.scope, scopeId: input.scopeId || null, before, after };
      await tx.append({ type: 'config.changed', entity: input.key, payload }, act);
    }
    return ok(await showSetting(tx, key.value, input.scope === 'workspace' ? {} : { [input.scope]: input.scopeId }));
  });
}
