import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Act } from '@cw/kernel';
import { migrationsIn } from './adapters/migrator.ts';
import { openStorage, type Storage, type StorageOptions } from './storage.ts';

export const repositoryMigrations = migrationsIn(fileURLToPath(new URL('../../../drizzle', import.meta.url)));

/** A person to act as in tests. */
export const testAct: Act = { actor: { kind: 'user', id: 'us_test00000000', name: 'tess' } };

export type TestStorage = Storage & Disposable & { readonly folder: string };

/** A database in a temporary folder with the real migrations, gone when disposed. */
export function openTestStorage(options: Pick<StorageOptions, 'clock' | 'ids' | 'reactions'> = {}): TestStorage {
  const folder = mkdtempSync(join(tmpdir(), 'cw-storage-'));
  const storage = openStorage({ path: join(folder, 'cw.db'), migrations: repositoryMigrations, ...options });
  return {
    ...storage,
    folder,
    [Symbol.dispose]: () => {
      storage.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
