import { gate, pauseUntil, result, type ScriptedModel, startScriptedModel, tool } from '@cw/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assign, createTask, useClaude } from '../harness/project.ts';
import { type CrashBench, expectEndedOnce, openCrashBench } from './crash-bench.ts';

let bench: CrashBench;
let model: ScriptedModel;
beforeAll(async () => {
  [bench, model] = await Promise.all([openCrashBench(), startScriptedModel()]);
  await useClaude(bench.cw, model);
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await model.close();
});

const commit = (file: string) =>
  tool('Bash', { command: `echo done >> ${file} && git add ${file} && git commit -q -m "feat: ${file}"` });

test('Claude Code goes on in mid-thought while the server is killed, and its session is never started again', async () => {
  const { cw, repo } = bench;
  const thought = gate();
  model.when('Think hard', [commit('before.txt'), pauseUntil(thought.opened), commit('after.txt'), done]);
  const first = await cw.serve();
  const task = await createTask(cw, 'Think hard');
  await assign(cw, task);
  await model.waitForRequest(({ prompt, turn }) => prompt.includes('Think hard') && turn === 1, { timeout: 60_000 });
  const before = await cw.runAtWork(task.id);
  await first.kill();

  await using second = await cw.serve();
  expect(await cw.runsOf(task.id)).toMatchObject([{ id: before.id, pid: before.pid, step: 'running' }]);
  thought.open();
  const { runs } = await expectEndedOnce(bench, task.id);
  expect(runs).toMatchObject([{ outcome: 'done', attempt: 1, estimated: false, sessionId: before.sessionId }]);
  expect(await repo.subjects('cw/next')).toEqual(expect.arrayContaining(['feat: before.txt', 'feat: after.txt']));
  const sessions = model.requests
    .filter(({ prompt }) => prompt.includes('Think hard'))
    .map(({ sessionId }) => sessionId);
  expect(new Set(sessions)).toEqual(new Set([before.sessionId]));
  await second.stop();
});

test('what Claude Code answered and used is read once, though the server is killed before it is noted', async () => {
  const { cw } = bench;
  model.when('Answer and vanish', [commit('answer.txt'), done]);
  const doomed = await cw.serve({ fault: 'run:collect:before' });
  const task = await createTask(cw, 'Answer and vanish');
  await assign(cw, task);
  expect(await doomed.exited).toMatchObject({ signal: 'SIGKILL' });
  await using second = await cw.serve();
  const { runs } = await expectEndedOnce(bench, task.id);
  expect(runs).toMatchObject([{ outcome: 'done', estimated: false, tokens: { input: 2_000, output: 100 } }]);
  expect(runs[0]?.costUsd).toBeGreaterThan(0);
  await second.stop();
});

const done = result({ status: 'done', summary: 'done' });
