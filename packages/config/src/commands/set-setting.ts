import { type Act, err, ok, type Result } from '@cw/kernel';
import type { SettingStore } from '../adapters/setting-store.ts';
import { type ConfigFailure, findKey, type Scope } from '../model/config-key.ts';
import type { SettingView } from '../queries/read-setting.ts';

export type SetSettingInput = {
  readonly key: string;
  /** As typed; undefined takes the value back, so that the layer below holds again. */
  readonly value: string | undefined;
  readonly scope: Scope;
  /** Id of the project, initiative or task; empty for the workspace. */
  readonly scopeId: string;
};

/** Sets a value in one layer, or takes it back. Answers what holds there afterwards. */
export async function setSetting(
  store: SettingStore,
  input: SetSettingInput,
  act: Act,
): Promise<Result<SettingView, ConfigFailure>> {
  const key = findKey(store.keys, input.key);
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
  const before = await store.find(place);
  if (before !== after) {
    if (after === null) await store.remove(place);
    else await store.save(place, after, act.actor.name);
    const payload = { scope, scopeId: scopeId || null, before, after };
    await store.append({ type: 'config.changed', entity: input.key, payload }, act);
  }
  return ok(await store.show(key.value, scope === 'workspace' ? {} : { [scope]: scopeId }));
}
