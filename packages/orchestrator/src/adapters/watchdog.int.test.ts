import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type TempDir, tempDir, waitFor } from '@cw/testkit';
import { build } from 'esbuild';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WatchdogMode } from '../model/watchdog-view.ts';
import { createWatchdog, readStandstill } from './watchdog.ts';

let home: TempDir;
beforeEach(async () => {
  home = await tempDir();
});
afterEach(() => home.remove());

const start = (mode: WatchdogMode, afterMs: number) =>
  createWatchdog({
    ...{ home: home.path, mode, afterMs },
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

/** Runs a program that ticks once and then does something, under a watchdog that ends it after 300 ms. */
async function runUnder(then: string): Promise<{ pid: number; exited: Promise<NodeJS.Signals | null> }> {
  const source = join(home.path, 'loop.mjs');
  const module = JSON.stringify(fileURLToPath(new URL('./watchdog.ts', import.meta.url)));
  writeFileSync(
    source,
    `import { createWatchdog } from ${module};
     const dog = createWatchdog({ home: ${JSON.stringify(home.path)}, mode: 'end', afterMs: 2000, onError: console.error });
     dog.tick(); ${then}`,
  );
  const outfile = join(home.path, 'loop.bundle.mjs');
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['development'],
  });
  const child = spawn(process.execPath, [outfile], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once('exit', (_code, signal) => resolve(signal)),
  );
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return { pid: child.pid ?? 0, exited };
}

test('it ends the process with a signal of its own where that was asked for', async () => {
  const { pid, exited } = await runUnder("process.stdout.write('up'); setTimeout(() => { for (;;); }, 50);");
  expect(await exited).toBe('SIGALRM');
  expect(readStandstill(home.path)).toMatchObject({ pid, ended: true });
});

test('a process that was stopped for longer, and then goes on, is not taken for one that hangs', async () => {
  const loop =
    "process.stdout.write('up'); setInterval(() => dog.tick(), 100); setInterval(() => process.stdout.write('.'), 50);";
  const { pid, exited } = await runUnder(`${loop} process.on('SIGTERM', () => process.exit(0));`);
  process.kill(pid, 'SIGSTOP');
  hang(3_000);
  process.kill(pid, 'SIGCONT');
  hang(500);
  process.kill(pid, 'SIGTERM');
  expect(await exited).toBeNull();
  expect(existsSync(join(home.path, 'watchdog.json'))).toBe(false);
});
