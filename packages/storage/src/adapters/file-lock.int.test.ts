import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestStorage } from '../testing.ts';
import { withFileLock } from './file-lock.ts';

/** Another process that holds the lock until it is killed. */
async function holdElsewhere(path: string) {
  const addon = createRequire(import.meta.url).resolve('better-sqlite3');
  const script = `const db = new (require(${JSON.stringify(addon)}))(${JSON.stringify(path)});
    db.prepare('BEGIN IMMEDIATE').run(); console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

test('work under one path never overlaps, and a failing one gives the lock back', async () => {
  using storage = openTestStorage();
  const path = join(storage.folder, 'work.lock.db');
  let inside = 0;
  let most = 0;
  const work = () =>
    withFileLock(path, async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
    });
  const failing = withFileLock(path, () => Promise.reject(new Error('no')));
  await Promise.all([work(), work(), expect(failing).rejects.toThrow('no'), work()]);
  expect(most).toBe(1);
});

test('the lock of a killed process is free again', async () => {
  using storage = openTestStorage();
  const path = join(storage.folder, 'work.lock.db');
  const child = await holdElsewhere(path);
  let ran = false;
  const waiting = withFileLock(path, async () => {
    ran = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(ran).toBe(false);
  child.kill('SIGKILL');
  await waiting;
  expect(ran).toBe(true);
});

test('a holder that is suspended is waited for only a while, and is named with what lets it go on', async () => {
  using storage = openTestStorage();
  const path = join(storage.folder, 'work.lock.db');
  const child = await holdElsewhere(path);
  child.kill('SIGSTOP');
  const waiting = withFileLock(path, async () => {}, { suspended: 50 });
  await expect(waiting).rejects.toMatchObject({
    code: 'storage.busy',
    message: expect.stringMatching(new RegExp(`^process ${child.pid} \\(node, suspended\\) has locked ${path} for `)),
    hint: expect.stringContaining(`kill -CONT ${child.pid}`),
  });
  child.kill('SIGCONT');
  child.kill('SIGKILL');
  await withFileLock(path, async () => {}, { suspended: 50 });
});

test('a lock that cannot be made says why', async () => {
  using storage = openTestStorage();
  const path = join(storage.folder, 'none', 'lock.db');
  await expect(withFileLock(path, async () => {})).rejects.toThrow(/directory/);
});
