import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openStorage } from '../storage.ts';
import { openTestStorage, repositoryMigrations } from '../testing.ts';
import { writeQueue } from './write-queue.ts';

const insertMeta = 'INSERT INTO meta (key, value) VALUES (?, ?)';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'cw-queue-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return join(path, 'queue');
}

/** The number of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
  await once(child, 'exit');
  if (child.pid === undefined) throw new Error('no process was started');
  return child.pid;
}

function leaveTicket(queue: string, pid: number, age = 0): void {
  mkdirSync(queue, { recursive: true });
  const file = join(queue, `${'1'.padStart(18, '0')}-${pid}-1`);
  writeFileSync(file, '');
  const at = new Date(Date.now() - age);
  utimesSync(file, at, at);
}

/** Another program that holds the write lock until it is told to end, as a forgotten sqlite3 shell does. */
async function holdWriteLock(path: string) {
  const addon = createRequire(import.meta.url).resolve('better-sqlite3');
  const script = `const db = new (require(${JSON.stringify(addon)}))(${JSON.stringify(path)});
    db.exec('BEGIN IMMEDIATE'); console.log('held'); process.stdin.resume();`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

test('tickets have the order of arrival, and each that leaves lets the others move up', () => {
  const queue = writeQueue(folder());
  expect(queue.somebodyWaits()).toBe(false);
  const [first, second, third] = [queue.take(), queue.take(), queue.take()];
  expect([first.place(), second.place(), third.place()]).toEqual([0, 1, 2]);
  expect(queue.somebodyWaits()).toBe(true);
  first.leave(true);
  expect([second.place(), third.place()]).toEqual([0, 1]);
  second.leave(false);
  expect(third.place()).toBe(0);
  third.leave(false);
  expect(queue.somebodyWaits()).toBe(false);
});

test('only who was let in counts as progress', () => {
  const queue = writeQueue(folder());
  const first = queue.take();
  first.leave(false);
  expect(first.lastLetIn()).toBe(0);
  queue.take().leave(true);
  expect(first.lastLetIn()).toBeGreaterThan(0);
});

test('a ticket of a process that was killed is passed over and taken away', async () => {
  const path = folder();
  leaveTicket(path, await deadPid());
  const ticket = writeQueue(path).take();
  expect(ticket.place()).toBe(0);
  expect(readdirSync(path)).toHaveLength(1);
});

test('a ticket whose process stands still, or whose number another process got, is passed over', () => {
  for (const pid of [1, process.pid]) {
    const path = folder();
    leaveTicket(path, pid, 60_000);
    expect(writeQueue(path).take().place()).toBe(0);
  }
});

test('a ticket that was taken away by mistake takes its old place again', () => {
  const path = folder();
  const queue = writeQueue(path);
  const [first, second] = [queue.take(), queue.take()];
  rmSync(join(path, readdirSync(path).sort()[0] ?? ''));
  expect(second.place()).toBe(0);
  expect(first.place()).toBe(0);
  expect(second.place()).toBe(1);
});

test('where no ticket can be written everybody may try', () => {
  const path = folder();
  writeFileSync(path, 'a file in the place of the folder');
  const queue = writeQueue(path);
  expect([queue.somebodyWaits(), queue.take().place(), queue.take().place()]).toEqual([false, 0, 0]);
});

test('tickets can be seen by their owner only', () => {
  const path = folder();
  writeQueue(path).take().leave(true);
  writeQueue(path).take();
  expect(statSync(path).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(path)) expect(statSync(join(path, name)).mode & 0o777).toBe(0o600);
});

test('a writer that finds nobody before it makes no ticket', async () => {
  using storage = openTestStorage();
  for (let n = 0; n < 20; n += 1) await storage.transact((tx) => tx.run(insertMeta, [`k${n}`, 'v']));
  expect(existsSync(`${storage.path}-queue`)).toBe(false);
});

test('writers are let in in turn, past a ticket of the dead, and one that writes all the time waits with them', async () => {
  using storage = openTestStorage();
  leaveTicket(`${storage.path}-queue`, await deadPid());
  const others = Array.from({ length: 8 }, () =>
    openStorage({ path: storage.path, migrations: repositoryMigrations, patience: 200 }),
  );
  const writes: number[] = [];
  await Promise.all(
    [storage, ...others].map(async (each, writer) => {
      for (let n = 0; n < 40; n += 1) {
        await each.transact((tx) => tx.run(insertMeta, [`k${writer}-${n}`, 'v']));
        writes.push(writer);
      }
    }),
  );
  for (const other of others) other.close();
  expect(writes).toHaveLength(9 * 40);
  expect(new Set(writes.slice(0, 9 * 20)).size).toBe(9);
});

test('a writer waits longer than its patience while others get through', async () => {
  using storage = openTestStorage({ patience: 150 });
  const holder = await holdWriteLock(storage.path);
  const waiting = storage.transact((tx) => tx.run(insertMeta, ['k', 'v']));
  const letIn = join(`${storage.path}-queue`, 'let-in');
  mkdirSync(`${storage.path}-queue`, { recursive: true });
  let through = 0;
  // Others that are let in again and again, for four times as long as this one waits when nobody is.
  for (const start = Date.now(); Date.now() - start < 600; through += 1) {
    writeFileSync(letIn, String(through));
    await pause(20);
  }
  holder.kill('SIGKILL');
  await waiting;
  expect(await storage.read.get("SELECT value FROM meta WHERE key = 'k'")).toEqual({ value: 'v' });
});

test('when nobody gets through the refusal says for how long and which process keeps the lock', async () => {
  using storage = openTestStorage({ patience: 1_000 });
  const holder = await holdWriteLock(storage.path);
  const refused = storage.transact((tx) => tx.run(insertMeta, ['k', 'v']));
  await expect(refused).rejects.toMatchObject({
    code: 'storage.busy',
    message: `Nobody could write to the database for 1 s, because process ${holder.pid} (node) keeps it locked; nothing was written.`,
    hint: `Let process ${holder.pid} finish, or close the program it belongs to, and try again.`,
  });
  expect(writeQueue(`${storage.path}-queue`).somebodyWaits()).toBe(false);
});
