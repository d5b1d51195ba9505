import { processesCarrying, tool, waitFor } from '@cw/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSettled } from '../harness/workspace.ts';
import { begin, doorOf, expectKept, openItem, openSandboxBench, type SandboxBench } from './sandbox-bench.ts';

let bench: SandboxBench;

beforeAll(async () => {
  bench = await openSandboxBench();
});

afterAll(() => bench.close());

const ask = tool('mcp__cw__ask', { question: 'Which port?' });
const commit = (file: string) =>
  tool('Bash', { command: `echo x > ${file} && git add ${file} && git commit -q -m 'feat: ${file}'` });

test('the server is killed while an agent in its sandbox waits, and the next one brings it the answer', async () => {
  const { cw, repo } = bench;
  const { task, heard } = await begin(bench, 'Outlive the server', [ask, commit('outlived.txt')]);
  if (!bench.sandbox.works) return expectKept(bench, task);
  const item = await openItem(cw, task, 'question');
  const before = await cw.runAtWork(task.id);
  await bench.restart();
  await cw.ask('inbox', 'answer', item.id, '--text', '8080');
  expect(await cw.until(task.id, isSettled)).toMatchObject({ status: 'closed', outcome: 'done' });
  expect(heard[0]).toContain('8080');
  expect(await cw.runsOf(task.id)).toMatchObject([{ id: before.id, pid: before.pid, sandbox: { on: true } }]);
  expect(await repo.git('show', 'cw/next:outlived.txt')).toBe('x');
  expect(await processesCarrying(`CW_RUN=${before.id}`)).toEqual([]);
});

test('what serves the tools is killed, and is there again: the agent is told, asks anew, and loses nothing', async () => {
  const { cw } = bench;
  const { task, heard } = await begin(bench, 'Lose the door', [ask, ask, commit('door.txt')]);
  if (!bench.sandbox.works) return expectKept(bench, task);
  const item = await openItem(cw, task, 'question');
  const run = await cw.runAtWork(task.id);
  const first = await waitFor(() => doorOf(run.id), { what: 'what serves the tools' });
  process.kill(first.pid, 'SIGKILL');
  const again = await openItem(cw, task, 'question', item.id);
  await cw.ask('inbox', 'answer', again.id, '--text', '8080');
  expect(await cw.until(task.id, isSettled)).toMatchObject({ status: 'closed', outcome: 'done' });
  expect(heard[0]).toContain('mcp.interrupted');
  expect(heard[1]).toContain('8080');
  expect(await cw.ask('inbox', 'show', item.id)).toMatchObject({ state: 'over' });
  expect(await processesCarrying(`CW_RUN=${run.id}`)).toEqual([]);
});

test('a permission that is asked while it is killed is asked again, and allowed', async () => {
  const { cw } = bench;
  await cw.set('agents.permissions', 'accept-edits', { project: 'sample' });
  const { task } = await begin(bench, 'Ask through a new door', [commit('allowed.txt')]);
  if (!bench.sandbox.works) return expectKept(bench, task);
  const item = await openItem(cw, task, 'permission');
  const run = await cw.runAtWork(task.id);
  process.kill((await doorOf(run.id))?.pid ?? 0, 'SIGKILL');
  const again = await openItem(cw, task, 'permission', item.id);
  await cw.ask('inbox', 'answer', again.id, 'allow');
  expect(await cw.until(task.id, isSettled)).toMatchObject({ status: 'closed', outcome: 'done' });
  await cw.ask('config', 'unset', 'agents.permissions', '--project', 'sample');
});

test('an agent killed from outside takes its sandbox and its tools along', async () => {
  const { cw } = bench;
  const { task } = await begin(bench, 'Be killed', [ask]);
  if (!bench.sandbox.works) return expectKept(bench, task);
  await openItem(cw, task, 'question');
  const run = await cw.runAtWork(task.id);
  await cw.ask('pause');
  process.kill(run.pid ?? 0, 'SIGKILL');
  await waitFor(async () => (await processesCarrying(`CW_RUN=${run.id}`)).length === 0, {
    timeout: 60_000,
    what: 'all of it to be gone',
  });
  await cw.when(async () => (await cw.runsOf(task.id))[0]?.outcome === 'lost');
  await cw.ask('task', 'close', task.id, '--reason', 'seen', '--outcome', 'cancelled');
  await cw.ask('resume');
});
