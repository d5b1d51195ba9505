import { join } from 'node:path';
import type { Workspace } from '@cw/entry';
import { randomId } from '@cw/kernel';
import { openStorage, type Storage, systemClock } from '@cw/storage';
import { migrations } from '../assets.ts';

export type OpenWorkspace = Workspace & { close(): void };

/** A workspace whose database is opened, and made where there is none, when something first touches it. */
export function workspaceAt(home: string): OpenWorkspace {
  let storage: Storage | undefined;
  return {
    home,
    clock: systemClock,
    ids: randomId,
    get storage() {
      storage ??= openStorage({ path: join(home, 'cw.db'), migrations: migrations() });
      return storage;
    },
    close: () => {
      storage?.close();
      storage = undefined;
    },
  };
}
