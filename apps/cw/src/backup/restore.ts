import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Workspace } from '@cw/entry';
import { Fault, isFault } from '@cw/kernel';
import {
  canBeRead,
  checkBackup,
  dispatcherLockPath,
  holdWrites,
  keepBroken,
  keepFromDispatching,
  makeFolder,
  restoreDatabase,
} from '@cw/storage';
import { findServer } from '../http/server-file.ts';
import { backupFolder, backupName, databasePath, makeBackup, makeBackupFolder, removeBackup } from './backups.ts';

export type Restored = {
  readonly home: string;
  readonly restored: string;
  readonly schemaVersion: number;
  /** Name of the event log from now on; who stood at a position of the former one starts afresh. */
  readonly logId: string;
  /** Where the database that was there is kept; null where there was none. */
  readonly keptAt: string | null;
  /** True when the backup's bytes were compared with what was written down of them. */
  readonly compared: boolean;
};

/**
 * Puts a backup in the place of the workspace's database, which is kept as a backup of its own. A kill at any moment
 * leaves the one or the other.
 * @throws Fault `backup.*`, `storage.*`, `server.running`
 */
export async function restoreBackup(
  { home, ids, clock }: Pick<Workspace, 'home' | 'ids' | 'clock'>,
  backup: string,
): Promise<Restored> {
  const { schemaVersion, compared } = await checkBackup(backup);
  makeFolder(home);
  const release = await keepServersOut(home);
  try {
    const path = databasePath(home);
    for (let tries = 1; tries <= mostTries; tries += 1) {
      const logId = ids('log');
      const present = await holdWrites(path);
      try {
        const keptAt = existsSync(path) ? await keepPresent(home, clock.now()) : null;
        const isDone = await restoreDatabase({ backup, path, logId, present }).catch((error: unknown) => {
          // On a full disk a copy of what is still there would only be in the way.
          if (keptAt !== null && present.isSame()) removeBackup(keptAt);
          throw error;
        });
        if (isDone) return { home, restored: backup, schemaVersion, logId, keptAt, compared };
        if (keptAt !== null) removeBackup(keptAt);
      } finally {
        present.close();
      }
    }
    throw keepsChanging(home);
  } finally {
    release();
  }
}

/** How often the present database is kept anew where somebody writes between that and its replacement. */
const mostTries = 20;

function keepsChanging(home: string): Fault {
  return new Fault({
    code: 'storage.busy',
    message: `Others keep writing to ${home}: each time the current database was backed up, somebody changed it before it could be replaced. Nothing was changed.`,
    hint: 'Let the writers finish (imports, scripts, agents of your own), then try again.',
    kind: 'unavailable',
  });
}

/** Refuses where a server runs, and lets none begin to dispatch meanwhile. */
async function keepServersOut(home: string): Promise<() => void> {
  const server = await findServer(home);
  const release = server === undefined ? keepFromDispatching(dispatcherLockPath(home)) : undefined;
  if (release !== undefined) return release;
  throw new Fault({
    code: 'server.running',
    message: `A server is running on ${home}${server === undefined ? '' : ` (pid ${server.pid}, ${server.url})`}; nothing was changed.`,
    hint: 'Stop it with Ctrl-C where it runs, then try again. Working agents continue, and the next server picks them up.',
    kind: 'unavailable',
  });
}

async function keepPresent(home: string, at: number): Promise<string> {
  const path = databasePath(home);
  const broken = join(backupFolder(home), backupName(at).replace(/\.db$/, '-unreadable.db'));
  if (canBeRead(path)) {
    try {
      return (await makeBackup({ home, at, reason: 'before-restore' })).path;
    } catch (error) {
      if (!isFault(error) || error.code !== 'storage.unreadable') throw error;
    }
  }
  makeBackupFolder(backupFolder(home));
  keepBroken(path, broken);
  return broken;
}
