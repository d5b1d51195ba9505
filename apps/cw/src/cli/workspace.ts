import { join } from 'node:path';
import type { Workspace } from '@cw/entry';
import { openStorage, type Storage, systemClock } from '@cw/storage';
import { migrations } from '../assets.ts';
import { systemIds } from './system-ids.ts';

export type OpenWorkspace = Workspace & { close(): void };

/**
 * A workspace whose database is opened, and made where there is none, when something first touches it.
 * @param beforeWrite called before each write; what it throws keeps the write from happening
 */
export function workspaceAt(home: string, beforeWrite?: () => void): OpenWorkspace {
  let storage: Storage | undefined;
  return {
    home,
    clock: systemClock,
    ids: systemIds,
    get storage() {
      const reactions = async () => (await import('./reactions.ts')).reactions;
      storage ??= guarded(openStorage({ path: join(home, 'cw.db'), migrations: migrations(), reactions }), beforeWrite);
      return storage;
    },
    close: () => {
      storage?.close();
      storage = undefined;
    },
  };
}

function guarded(storage: Storage, beforeWrite: (() => void) | undefined): Storage {
  if (beforeWrite === undefined) return storage;
  return {
    ...storage,
    transact: async (work) => {
      beforeWrite();
      return storage.transact(work);
    },
  };
}
