import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { migrationsIn } from './adapters/migrator.ts';
import { openStorage } from './storage.ts';

/** Another process that has the file to itself for a while, as the last one to close it does. */
async function holdAlone(path: string, milliseconds: number) {
  const addon = createRequire(import.meta.url).resolve('better-sqlite3');
  const script = `const db = new (require(${JSON.stringify(addon)}))(${JSON.stringify(path)});
    db.pragma('locking_mode = EXCLUSIVE'); db.exec('BEGIN IMMEDIATE; CREATE TABLE beside (n); COMMIT'); console.log('held');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${milliseconds}); db.close();`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

test('a database that another process has to itself for a moment is opened as soon as it lets go', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cw-storage-'));
  const path = join(folder, 'cw.db');
  const migrations = migrationsIn(fileURLToPath(new URL('../../../drizzle', import.meta.url)));
  openStorage({ path, migrations }).close();
  const other = await holdAlone(path, 300);
  const storage = openStorage({ path, migrations });
  expect(await storage.logId()).toMatch(/^lg_/);
  storage.close();
  if (other.exitCode === null) await once(other, 'exit');
  rmSync(folder, { recursive: true });
});
