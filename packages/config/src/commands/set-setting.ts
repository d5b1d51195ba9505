import { type Act, err, ok, type Result } from '@cw/kernel';
import type { Transact, Tx } from '@cw/storage';
import { append } from '../append.ts';
import { type ConfigFailure, type ConfigKey, findKey, type Scope } from '../model/config-key.ts';
import type { SettingStore } from '../ports/setting-store.ts';
import { type SettingView, showSetting } from '../queries/read-setting.ts';

export type SetSettingInput = {
  readonly key: string;
  /** As typed; undefined takes the value back, so that the layer below holds again. */
  readonly value: string | undefined;
  readonly scope: Scope;
  /** Id of the project, initiative or task; empty for the workspace. */
  readonly scopeId: string;
};

export type ChangeSettingDeps = {
  readonly transact: Transact;
  readonly keys: readonly ConfigKey[];
  readonly store: (tx: Tx) => SettingStore;
};

/** Sets a value in one layer, or takes it back. */
export async function changeSetting(
  deps: ChangeSettingDeps,
  input: SetSettingInput,
  act: Act,
): Promise<Result<SettingView, ConfigFailure>> {
  const key = findKey(deps.keys, input.key);
  if (!key.ok) return key;
  const { scopes } = key.value;
  if (input.value !== undefined && scopes && !scopes.includes(input.scope)) {
    return err({ kind: 'config.wrong-layer', key: input.key, scope: input.scope, scopes });
  }
  const parsed = input.value === undefined ? undefined : key.value.parse(input.value);
  if (input.value !== undefined && parsed === undefined) {
    return err({ kind: 'config.bad-value', key: input.key, value: input.value, expects: key.value.expects });
  }
  const after = parsed === undefined ? null : key.value.format(parsed);
  const { scope, scopeId } = input;
  const place = { scope, scopeId, key: input.key };
  return deps.transact(async (tx) => {
    const store = deps.store(tx);
    const before = await store.find(place);
    if (before !== after) {
      if (after === null) await store.remove(place);
      else await store.save(place, after, act.actor.name);
      const payload = { scope, scopeId: scopeId || null, before, after };
      await append(tx, { type: 'config.changed', entity: input.key, payload }, act);
    }
    return ok(await showSetting(tx, key.value, scope === 'workspace' ? {} : { [scope]: scopeId }));
  });
}
