import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { leakCheck, processesCarrying } from './leak-check.ts';
import { waitFor } from './wait-for.ts';

function startSleeper(marker: string) {
  return spawn('/bin/sleep', ['60'], { env: { CW_RUN: marker }, detached: true, stdio: 'ignore' });
}

test('processes are found by a marker in their environment, whatever group they are in', async () => {
  const marker = `rn_found_${process.pid}`;
  const child = startSleeper(marker);
  const found = await waitFor(async () => (await processesCarrying(`CW_RUN=${marker}`))[0]);
  expect(found).toEqual({ pid: child.pid, command: '/bin/sleep 60' });
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await processesCarrying(`CW_RUN=${marker}`)).toEqual([]);
});

test('a process that outlives its test is named and ended', async () => {
  const marker = `rn_leaked_${process.pid}`;
  const check = leakCheck(`CW_RUN=${marker}`, { graceMs: 30 });
  const child = startSleeper(marker);
  const ended = once(child, 'exit');
  await waitFor(async () => (await processesCarrying(`CW_RUN=${marker}`)).length === 1);
  await expect(check[Symbol.asyncDispose]()).rejects.toThrow(`process ${child.pid} (/bin/sleep 60)`);
  await ended;
});

test('a timer that outlives its test is named by where it was set', async () => {
  const check = leakCheck('CW_RUN=rn_none', { graceMs: 30 });
  const timer = setInterval(() => {}, 60_000);
  await expect(check[Symbol.asyncDispose]()).rejects.toThrow(/a timer set at .*leak-check\.int\.test\.ts:\d+/);
  clearInterval(timer);
});

test('a test that leaves nothing behind passes', async () => {
  const check = leakCheck(`CW_RUN=rn_clean_${process.pid}`, { graceMs: 30 });
  await expect(check[Symbol.asyncDispose]()).resolves.toBeUndefined();
});
