import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processesCarrying, waitFor } from '@cw/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assign, committing, createTask } from '../harness/project.ts';
import { again, type Bench, expectHeld, expectMerged, openBench, settled, work } from './bench.ts';
import { useStandIn } from './stand-in.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  await useStandIn(bench.cw, {
    'hangs before it says anything': 'hang()',
    'hangs in the middle of its work': "say(init, words('Hm.')); commit('middle'); sh('echo more > more.txt'); hang()",
    'hangs after its result': "say(init); commit('after'); say(done()); hang()",
    'leaves a daemon with its result': `say(init); commit('daemon'); ${daemon('1100')}; say(done())`,
    'leaves a daemon that put off its mark': `say(init); commit('hidden'); ${daemon('1200', 'env -i ')}; say(done())`,
  });
});
afterAll(() => bench[Symbol.asyncDispose]());

/** Starts a process in a session of its own that keeps the agent's output open and heeds no polite signal. */
function daemon(seconds: string, how = ''): string {
  const stubborn = `trap : TERM INT HUP; while :; do /bin/sleep ${seconds}; done`;
  const line = `${how}/usr/bin/setsid -f /bin/sh -c '${stubborn}'`;
  return `require('node:child_process').spawnSync('/bin/sh', ['-c', ${JSON.stringify(line)}], { stdio: ['ignore', 'inherit', 'inherit'] })`;
}

const isAtWork = (taskId: string, says: RegExp) =>
  waitFor(
    async () => {
      const [run] = await bench.cw.runsOf(taskId);
      return run?.step === 'running' && says.test((await bench.cw.runQuick(['run', 'log', run.id])).stdout)
        ? run
        : undefined;
    },
    { what: 'the agent to be at work', timeout: 60_000, interval: 200 },
  );

describe.concurrent('beside others, as each is waited for', () => {
  test.each([
    ['hangs before it says anything', /^/],
    ['hangs in the middle of its work', /Hm\./],
  ])('an agent that %s is ended when a person stops it, and what it did is kept', async (title, says) => {
    const made = await createTask(bench.cw, title);
    await assign(bench.cw, made);
    const run = await isAtWork(made.id, says);
    await bench.cw.ask('run', 'stop', run.id);
    const held = await settled(bench, made.id);
    expectHeld(held, /Stopped by ada/);
    expect(held.run).toMatchObject({ outcome: 'stopped' });
    const files = await bench.git('ls-tree', '--name-only', `refs/heads/${held.run.branch}`);
    if (title.includes('middle')) expect(files.split('\n')).toEqual(expect.arrayContaining(['middle.txt', 'more.txt']));
  });

  test.each([
    ['hangs after its result', /no daemon/],
    ['leaves a daemon with its result', /\/bin\/sleep 1100/],
    ['leaves a daemon that put off its mark', /\/bin\/sleep 1200/],
  ])('an agent that %s: its work is merged, and no process of it stays', async (title, left) => {
    expectMerged(await work(bench, title));
    expect(await everyone(left)).toEqual([]);
  });

  test('a script that leaves a daemon behind: its work is merged, and the daemon is ended', async () => {
    const hidden = `env -i /usr/bin/setsid -f /bin/sh -c 'while :; do /bin/sleep 1300; done'`;
    expectMerged(await work(bench, 'Script with a daemon', `${committing('daemon-script.txt')}\n${hidden}`));
    expect(await everyone(/\/bin\/sleep 1300/)).toEqual([]);
  });
});

test('of none of them a process stays', async () => {
  const agents = (await processesCarrying(`HOME=${bench.cw.userHome}`)).filter(({ command }) =>
    /stand-in/.test(command),
  );
  expect(agents).toEqual([]);
  expect(await everyone(/\/bin\/sleep 1[123]00/)).toEqual([]);
});

/** Processes of the machine whose command line is like this, whoever they belong to. */
async function everyone(command: RegExp): Promise<readonly number[]> {
  const all = await processesCarrying('');
  return all.filter((process) => command.test(process.command)).map(({ pid }) => pid);
}

test('a number that another process has by now is never signalled: the run counts as lost, and its task is tried again', async () => {
  const { cw } = bench;
  await cw.set('orchestrator.maxAttempts', '2');
  await cw.set('orchestrator.retryDelay', '0');
  const script = `echo start >> "$HOME/reused.notes"; [ "$(wc -l < "$HOME/reused.notes")" -gt 1 ] || sleep 1000; ${committing('reused.txt')}`;
  const made = await createTask(cw, 'Reused number', { script });
  await assign(cw, made);
  const run = await isAtWork(made.id, /^/);
  await bench.server().kill();
  for (const { pid } of await processesCarrying(`CW_RUN=${run.id}`)) process.kill(pid, 'SIGKILL');
  const stranger = spawn('sleep', ['1400'], { stdio: 'ignore', detached: true });
  const ended = new Promise<unknown>((resolve) => stranger.once('exit', (_code, signal) => resolve(signal)));
  writeFileSync(join(cw.home, 'agent-logs', run.id, 'pid'), `${stranger.pid} ${stranger.pid}\n`);
  await cw.storage().transact(async (tx) => {
    await tx.run('UPDATE runs SET pid = ? WHERE id = ?', [stranger.pid ?? 0, run.id]);
  });
  await bench.serve();
  const done = await settled(bench, made.id);
  expectMerged(done);
  expect((await cw.runsOf(made.id)).map(({ outcome }) => outcome)).toEqual(['done', 'lost']);
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
  stranger.kill('SIGKILL');
  expect(await ended).toBe('SIGKILL');
});

test('an agent that ends itself with everything it started: its task waits once that has happened too often', async () => {
  const held = await work(bench, 'Kills itself', 'kill -KILL 0');
  expectHeld(held, /killed from outside/);
  await bench.cw.ask('task', 'update', held.task.id, '--script', committing('healed.txt'));
  expectMerged(await again(bench, held));
});
