import type { Act, Result } from '@cw/kernel';
import type { Transact } from '@cw/storage';
import { sqliteSettingStore } from './adapters/sqlite-setting-store.ts';
import { changeSetting, type SetSettingInput } from './commands/change-setting.ts';
import type { ConfigFailure, ConfigKey } from './model/config-key.ts';
import type { SettingView } from './queries/read-setting.ts';

/** Sets a value in one layer, or takes it back. Answers what holds there afterwards. */
export function setSetting(
  deps: { readonly transact: Transact; readonly keys: readonly ConfigKey[] },
  input: SetSettingInput,
  act: Act,
): Promise<Result<SettingView, ConfigFailure>> {
  return changeSetting({ transact: deps.transact, keys: deps.keys, store: sqliteSettingStore }, input, act);
}
