import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Act, type Event, randomId } from '@cw/kernel';
import { migrationsIn } from './adapters/migrator.ts';
import { eventWriter } from './event-writer.ts';
import { openStorage, type Storage, type StorageOptions } from './storage.ts';

export const repositoryMigrations = migrationsIn(fileURLToPath(new URL('../../../drizzle', import.meta.url)));

/** A person to act as in tests. */
export const testAct: Act = { actor: { kind: 'user', id: 'us_test00000000', name: 'tess' } };

/** Appends events of any room, as what a test is about may tell of them. */
export const anyEvent = eventWriter<Event>();

export type TestStorage = Storage & Disposable & { readonly folder: string };

/** A database in a temporary folder with the real migrations, gone when disposed. */
export function openTestStorage(
  options: Pick<StorageOptions, 'clock' | 'ids' | 'reactions' | 'patience' | 'say'> = {},
): TestStorage {
  const folder = mkdtempSync(join(tmpdir(), 'cw-storage-'));
  const path = join(folder, 'cw.db');
  copyTemplate(path, (options.ids ?? randomId)('log'));
  const storage = openStorage({ path, migrations: repositoryMigrations, ...options });
  return {
    ...storage,
    folder,
    [Symbol.dispose]: () => {
      storage.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What a database is after all migrations, and the id of its event log, which stands in it. */
type Template = { readonly bytes: Buffer; readonly logId: string };

let template: Template | undefined;

/**
 * Writes a migrated database with this log id. To migrate takes some fifty milliseconds, so it is done once a worker; ids
 * are all of one length, so that one takes the place of another.
 */
function copyTemplate(path: string, logId: string): void {
  template ??= makeTemplate();
  const at = template.bytes.indexOf(template.logId);
  if (at < 0 || logId.length !== template.logId.length) throw new Error(`${logId} does not fit into the template`);
  const bytes = Buffer.from(template.bytes);
  bytes.write(logId, at);
  writeFileSync(path, bytes, { mode: 0o600 });
}

function makeTemplate(): Template {
  const folder = mkdtempSync(join(tmpdir(), 'cw-template-'));
  const logId = randomId('log');
  try {
    const path = join(folder, 'cw.db');
    openStorage({ path, migrations: repositoryMigrations, ids: () => logId }).close();
    return { bytes: readFileSync(path), logId };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
