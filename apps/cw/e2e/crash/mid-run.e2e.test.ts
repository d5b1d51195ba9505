import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunView } from '@cw/agents';
import type { TaskView } from '@cw/tasks';
import { processesCarrying, waitFor } from '@cw/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { program } from '../harness/program.ts';
import { assign, createTask } from '../harness/project.ts';
import { ended } from '../harness/run-cw.ts';
import { type CrashBench, expectEndedOnce, noting, openCrashBench, startsOf } from './crash-bench.ts';

let bench: CrashBench;
beforeAll(async () => {
  bench = await openCrashBench();
  await bench.cw.set('orchestrator.retryDelay', '0');
});
afterAll(() => bench[Symbol.asyncDispose]());

/** Shell lines that wait until the test lets them go. */
const waiting = (name: string) => `while [ ! -e "$HOME/${name}.go" ]; do sleep 0.2; done`;
const letGo = (name: string) => writeFileSync(join(bench.cw.userHome, `${name}.go`), '');

/** Makes a task whose script this is, assigns it, and waits until the script is at work. */
async function begin(name: string, between: string): Promise<{ readonly task: TaskView; readonly run: RunView }> {
  const { cw } = bench;
  const task = await createTask(cw, name, { script: noting(name, between) });
  await assign(cw, task);
  await isAtWork(name, 1);
  return { task, run: await cw.runAtWork(task.id) };
}

const isAtWork = (name: string, starts: number) =>
  waitFor(async () => (await startsOf(bench.cw, name)) === starts, {
    what: `start ${starts} of ${name}`,
    timeout: 60_000,
  });

const marked = (run: RunView) => processesCarrying(`CW_RUN=${run.id}`);

test.each(['kill', 'stop'] as const)(
  'after a %s of the server its agent goes on and is adopted, the same process',
  async (how) => {
    const { cw } = bench;
    const first = await cw.serve();
    const { task, run } = await begin(how, waiting(how));
    const before = await marked(run);
    expect(before.map(({ pid }) => pid)).toContain(run.pid);
    const ended = await first[how]();
    expect(ended).toMatchObject(how === 'kill' ? { signal: 'SIGKILL' } : { code: 0 });
    expect((await marked(run)).length).toBeGreaterThanOrEqual(before.length - 1);

    await using second = await cw.serve();
    const [adopted] = await cw.runsOf(task.id);
    expect(adopted).toMatchObject({ id: run.id, pid: run.pid, step: 'running', outcome: null });
    letGo(how);
    const { runs } = await expectEndedOnce(bench, task.id);
    expect(runs.map(({ outcome }) => outcome)).toEqual(['done']);
    expect(await startsOf(cw, how)).toBe(1);
    await second.stop();
  },
);

test('an agent that ended while no server ran is collected by the next', async () => {
  const { cw } = bench;
  const first = await cw.serve();
  const { task, run } = await begin('alone', waiting('alone'));
  await first.kill();
  letGo('alone');
  await waitFor(async () => (await marked(run)).length === 0, { what: 'the agent to end' });
  await using second = await cw.serve();
  const { runs } = await expectEndedOnce(bench, task.id);
  expect(runs.map(({ outcome }) => outcome)).toEqual(['done']);
  expect(await startsOf(cw, 'alone')).toBe(1);
  await second.stop();
});

/** Ends every process of a run from outside, as a machine that ran out of memory would. */
async function endFromOutside(run: RunView): Promise<void> {
  for (const { pid } of await marked(run)) process.kill(pid, 'SIGKILL');
  await waitFor(async () => (await marked(run)).length === 0, { what: 'the processes to be gone' });
}

test.each(['serving', 'down'] as const)(
  'an agent killed while the server is %s is lost, and its task is tried again',
  async (state) => {
    const { cw, repo } = bench;
    const first = await cw.serve();
    const name = `killed-${state}`;
    const { task, run } = await begin(name, `[ "$(wc -l < "$HOME/${name}.notes")" -gt 1 ] || sleep 1000`);
    if (state === 'down') await first.kill();
    await endFromOutside(run);
    if (state === 'down') await cw.serve();
    const { runs } = await expectEndedOnce(bench, task.id);
    expect(runs.map(({ outcome, attempt }) => ({ outcome, attempt }))).toEqual([
      { outcome: 'done', attempt: 2 },
      { outcome: 'lost', attempt: 1 },
    ]);
    expect(await startsOf(cw, name)).toBe(2);
    expect(await repo.show('cw/next', `${name}.txt`)).toBe(`${name}.txt\n`);
    for (const server of cw.servers()) await server.stop();
  },
);

test('a task whose agents keep vanishing waits for a person in the end', async () => {
  const { cw } = bench;
  await using server = await cw.serve();
  const task = await createTask(cw, 'Vanishes', { script: noting('vanishes', 'kill -KILL 0') });
  await assign(cw, task);
  const blocked = await cw.until(task.id, ({ status }) => status === 'blocked');
  expect(blocked.statusReason).toMatch(/killed from outside/);
  expect((await cw.runsOf(task.id)).map(({ outcome }) => outcome)).toEqual(['lost', 'lost', 'lost']);
  expect(await startsOf(cw, 'vanishes')).toBe(3);
  await server.stop();
});

const family = 'setsid sleep 1000 & (setsid -f sh -c "trap : TERM; while :; do sleep 1; done") ; sleep 1000';

test.each(['serving', 'down'] as const)(
  'a stop asked for while the server is %s ends every process of the run',
  async (state) => {
    const { cw } = bench;
    const first = await cw.serve();
    const name = `stopped-${state}`;
    const { task, run } = await begin(name, family);
    await waitFor(async () => (await marked(run)).length >= 5, { what: 'the whole family' });
    if (state === 'down') await first.stop();
    await cw.ask('run', 'stop', run.id);
    if (state === 'down') await cw.serve();
    const blocked = await cw.until(task.id, ({ status }) => status === 'blocked');
    expect(blocked.statusReason).toMatch(/Stopped by ada/);
    expect(await cw.runsOf(task.id)).toMatchObject([{ outcome: 'stopped' }]);
    expect(await marked(run)).toEqual([]);
    expect(await cw.mergesOf(task.id)).toEqual([]);
    expect(await startsOf(cw, name)).toBe(1);
    for (const server of cw.servers()) await server.stop();
  },
);

test('the log of a run can be followed from another terminal until the run has ended', async () => {
  const { cw } = bench;
  await using server = await cw.serve();
  const { task, run } = await begin('followed', `echo early; ${waiting('followed')}; echo late`);
  const child = spawn(program(), ['run', 'log', '-f', run.id], { env: { ...cw.env, CW_HOME: cw.home } });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  const ending = ended(child);
  await waitFor(() => said.includes('early'), { what: 'the first line', timeout: 60_000 });
  expect(said).not.toContain('late');
  letGo('followed');
  expect(await ending).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/early\n(.*\n)*late\n/) });
  await expectEndedOnce(bench, task.id);
  await server.stop();
});
