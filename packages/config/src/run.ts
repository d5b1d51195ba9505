import { commandsOver } from '@cw/storage';
import { settingStore } from './adapters/setting-store.ts';
import type { ConfigKey } from './model/config-key.ts';

/** How the commands of this room are run. @param keys what can be set */
export const settings = (keys: readonly ConfigKey[]) => commandsOver((tx) => settingStore(tx, keys));
