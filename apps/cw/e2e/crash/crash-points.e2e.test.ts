import { runSteps } from '@cw/agents';
import { mergeStates } from '@cw/integration';
import type { Page } from '@cw/tasks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assign, createTask } from '../harness/project.ts';
import { type CrashBench, expectEndedOnce, noting, openCrashBench, startsOf } from './crash-bench.ts';

const steps = runSteps.filter((step) => step !== 'ended');
const states = mergeStates.slice(mergeStates.indexOf('preparing'), mergeStates.indexOf('merged') + 1);
const points = [
  ...steps.flatMap((step) => [`run:${step}:before`, `run:${step}:after`]),
  ...states.map((state) => `merge:${state}`),
];

let bench: CrashBench;
beforeAll(async () => {
  bench = await openCrashBench();
});
afterAll(() => bench[Symbol.asyncDispose]());

test.each(points)('a server killed at %s: the next one brings the task to its end, once', async (point) => {
  const { cw, repo } = bench;
  const name = point.replaceAll(':', '-');
  const task = await createTask(cw, name, { script: `${noting(name)}\necho TOKEN=x > .env` });
  const doomed = await cw.serve({ fault: point });
  await assign(cw, task);
  expect(await doomed.exited).toMatchObject({ signal: 'SIGKILL' });

  await using server = await cw.serve();
  const { runs } = await expectEndedOnce(bench, task.id);
  expect(runs.map(({ outcome, attempt }) => ({ outcome, attempt }))).toEqual([{ outcome: 'done', attempt: 1 }]);
  expect(await startsOf(cw, name)).toBe(1);
  expect(await repo.show('cw/next', `${name}.txt`)).toBe(`${name}.txt\n`);
  // What was held back is told once.
  expect(await cw.ask<Page<unknown>>('task', 'comments', task.id)).toMatchObject({
    items: [{ author: 'orchestrator' }],
  });
  expect((await server.stop()).code).toBe(0);
});
