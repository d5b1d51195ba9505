import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Transact } from '../ports/tx.ts';
import { openTestStorage } from '../testing.ts';
import { takeDispatcherLock } from './dispatcher-lock.ts';

async function holdElsewhere(path: string): Promise<ChildProcess> {
  const addon = createRequire(import.meta.url).resolve('better-sqlite3');
  const script = `const db = new (require(${JSON.stringify(addon)}))(${JSON.stringify(path)});
    db.pragma('journal_mode = DELETE'); db.prepare('BEGIN IMMEDIATE').run(); console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

test('the lock of a killed dispatcher is free at once, and the epoch moves on', async () => {
  using storage = openTestStorage();
  const path = join(storage.folder, 'dispatcher.lock.db');
  const first = await takeDispatcherLock(path, storage.transact, 'first');
  expect(first?.epoch).toBe(1);
  first?.release();
  const child = await holdElsewhere(path);
  expect(await takeDispatcherLock(path, storage.transact, 'second')).toBeUndefined();
  child.kill('SIGKILL');
  await once(child, 'exit');
  const third = await takeDispatcherLock(path, storage.transact, 'third');
  expect(third?.epoch).toBe(2);
  if (first && third) {
    expect(await storage.transact((tx) => first.holds(tx))).toBe(false);
    expect(await storage.transact((tx) => third.holds(tx))).toBe(true);
  }
  third?.release();
});

test('one who could not write down that it dispatches keeps nobody else from it', async () => {
  using storage = openTestStorage();
  const path = join(storage.folder, 'dispatcher.lock.db');
  const failing: Transact = () => Promise.reject(new Error('the disk is full'));
  await expect(takeDispatcherLock(path, failing, 'first')).rejects.toThrow('the disk is full');
  const second = await takeDispatcherLock(path, storage.transact, 'second');
  expect(second?.epoch).toBe(1);
  second?.release();
});
