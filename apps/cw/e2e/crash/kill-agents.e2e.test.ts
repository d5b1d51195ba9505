import { runSteps } from '@cw/agents';
import {
  gate,
  pauseUntil,
  processesCarrying,
  result,
  type ScriptedModel,
  startScriptedModel,
  tool,
  waitFor,
} from '@cw/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assign, createTask, useClaude } from '../harness/project.ts';
import { type CrashBench, expectEndedOnce, noting, openCrashBench } from './crash-bench.ts';

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

/** Ends every process of a task's first run as soon as the run is said to have come to a step. */
async function killAt(taskId: string, step: string): Promise<void> {
  const { cw } = bench;
  const reached = await waitFor(
    async () =>
      (await cw.events()).find(
        ({ type, payload }) =>
          type === 'run.step-reached' &&
          typeof payload === 'object' &&
          Reflect.get(payload ?? {}, 'taskId') === taskId &&
          Reflect.get(payload ?? {}, 'step') === step,
      ),
    { what: `a run in the step ${step}`, interval: 5, timeout: 60_000 },
  );
  for (const { pid } of await processesCarrying(`CW_RUN=${reached.entity}`)) kill(pid);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

const withAgent = runSteps.slice(runSteps.indexOf('spawn'), runSteps.indexOf('ended'));

test.each(withAgent)('an agent killed as its run comes to the step %s: the task ends once', async (step) => {
  const { cw, repo } = bench;
  await using server = await cw.serve();
  const name = `agent-${step}`;
  const task = await createTask(cw, name, { script: noting(name, 'sleep 0.2') });
  await assign(cw, task);
  await killAt(task.id, step);
  const { runs } = await expectEndedOnce(bench, task.id);
  expect(runs[0]).toMatchObject({ outcome: 'done' });
  expect(await repo.show('cw/next', `${name}.txt`)).toBe(`${name}.txt\n`);
  await server.stop();
});

test('Claude Code whose tools are killed goes on without them, and its task ends once', async () => {
  const { cw } = bench;
  const held = gate();
  const commit = tool('Bash', { command: 'echo x > tools.txt && git add . && git commit -qm "feat: tools"' });
  model.when('Lose the tools', [pauseUntil(held.opened), commit, result({ status: 'done', summary: 'done' })]);
  await using server = await cw.serve();
  const task = await createTask(cw, 'Lose the tools');
  await assign(cw, task);
  await model.waitForRequest(({ prompt }) => prompt.includes('Lose the tools'), { timeout: 60_000 });
  const run = await cw.runAtWork(task.id);
  const isTools = ({ command }: { readonly command: string }) => command.includes(' mcp ');
  const tools = (await processesCarrying(`HOME=${cw.userHome}`)).filter(isTools);
  expect(tools).not.toEqual([]);
  for (const { pid } of tools) kill(pid);
  held.open();
  const { runs } = await expectEndedOnce(bench, task.id);
  expect(runs).toMatchObject([{ id: run?.id, outcome: 'done', attempt: 1 }]);
  await server.stop();
});
