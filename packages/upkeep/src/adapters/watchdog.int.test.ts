import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TempDir, tempDir, waitFor } from '@cw/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WatchdogMode } from '../model/watchdog-view.ts';
import { createWatchdog, readStandstill } from './watchdog.ts';
import { watchdogThread } from './watchdog-thread.ts';

let home: TempDir;
beforeEach(async () => {
  home = await tempDir();
});
afterEach(() => home.remove());

const start = (mode: WatchdogMode, afterMs: number) =>
  createWatchdog({
    home: home.path,
    mode,
    afterMs,
    onError: (error) => {
      throw error;
    },
  });

/** Holds this thread up, as a loop that hangs would. */
function hang(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

const log = () => readFileSync(join(home.path, 'server.log'), 'utf8');

test('a loop that stands still is told of, in the log and in a file, and so is that it moves again', async () => {
  const watchdog = start('report', 200);
  watchdog.tick();
  expect(watchdog.isWatching()).toBe(true);
  await waitFor(() => {
    hang(1_000);
    return readStandstill(home.path) !== null;
  });
  expect(readStandstill(home.path)).toMatchObject({ pid: process.pid, ended: false, overAt: null });
  expect(log()).toContain('watchdog: the loop that looks after agents has not moved for 0.');
  await waitFor(() => {
    watchdog.tick();
    return readStandstill(home.path)?.overAt !== null;
  });
  await waitFor(() => log().includes('it moves again'));
  await watchdog.end();
});

test.each(['rests', 'off'] as const)('nothing is told of a loop that has nothing to do (%s)', async (why) => {
  const watchdog = start(why === 'off' ? 'off' : 'report', 100);
  watchdog.tick();
  watchdog.rest();
  hang(1_500);
  expect(watchdog.isWatching()).toBe(false);
  await watchdog.end();
  expect(readStandstill(home.path)).toBeNull();
});

/** Runs a program under a watchdog that ends it after two seconds; `tick()` shows the thread that it moves. */
async function runUnder(then: string): Promise<{ pid: number; exited: Promise<NodeJS.Signals | null> }> {
  const files = { log: join(home.path, 'server.log'), report: join(home.path, 'watchdog.json') };
  const program = `
    const { Worker } = require('node:worker_threads');
    const shared = new SharedArrayBuffer(12);
    const view = new Int32Array(shared);
    const workerData = { shared, afterMs: 2000, ends: true, ...${JSON.stringify(files)} };
    new Worker(${JSON.stringify(watchdogThread)}, { eval: true, workerData }).unref();
    const tick = () => { Atomics.add(view, 0, 1); Atomics.store(view, 1, 1); Atomics.notify(view, 1); };
    tick(); process.stdout.write('up'); ${then}`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once('exit', (_code, signal) => resolve(signal)),
  );
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return { pid: child.pid ?? 0, exited };
}

test('it ends the process with a signal of its own where that was asked for', async () => {
  const { pid, exited } = await runUnder('setTimeout(() => { for (;;); }, 50);');
  expect(await exited).toBe('SIGALRM');
  expect(readStandstill(home.path)).toMatchObject({ pid, ended: true });
});

test('a process that was stopped for longer, and then goes on, is not taken for one that hangs', async () => {
  const { pid, exited } = await runUnder("setInterval(tick, 100); process.on('SIGTERM', () => process.exit(0));");
  process.kill(pid, 'SIGSTOP');
  hang(3_000);
  process.kill(pid, 'SIGCONT');
  hang(500);
  process.kill(pid, 'SIGTERM');
  expect(await exited).toBeNull();
  expect(existsSync(join(home.path, 'watchdog.json'))).toBe(false);
});
