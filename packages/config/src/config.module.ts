import type { Storage, Tx } from '@cw/storage';
import { setSetting } from './commands/set-setting.ts';
import type { ConfigKey } from './model/config-key.ts';
import { listSettings } from './queries/list-settings.ts';
import type { ScopeIds } from './queries/read-setting.ts';
import { settings } from './run.ts';

/** The settings of one workspace. @param keys what can be set */
export function createConfigModule(
  workspace: { readonly storage: Pick<Storage, 'read' | 'transact'> },
  keys: readonly ConfigKey[],
) {
  const { read } = workspace.storage;
  return {
    commands: settings(keys).bind(workspace, { set: setSetting }),
    queries: { list: (ids: ScopeIds) => listSettings(read, keys, ids) },
  };
}

/** Its commands inside a transaction that the caller holds. */
export const configWithin = (tx: Tx, keys: readonly ConfigKey[]) => settings(keys).within(tx, { set: setSetting });

export type ConfigModule = ReturnType<typeof createConfigModule>;
