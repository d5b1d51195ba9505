import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunView } from '@cw/agents';
import type { TaskView } from '@cw/tasks';
import { processesCarrying } from '@cw/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assign, committing, createTask } from '../harness/project.ts';
import { type Bench, expectMerged, openBench, settled, work } from './bench.ts';

const hour = 3_600_000;

/** Has the server see another time than the machine: by as many milliseconds as a file says when it asks. */
const otherClock = `
const { readFileSync } = require('node:fs');
const Real = Date;
const shifted = () => Real.now() + Number(readFileSync(process.env.OTHER_CLOCK, 'utf8'));
globalThis.Date = class extends Real {
  constructor(...given) { if (given.length > 0) super(...given); else super(shifted()); }
  static now() { return shifted(); }
};
`;

let bench: Bench;
let setClock: (ahead: number) => void;
beforeAll(async () => {
  bench = await openBench();
  const [program, file] = [join(bench.cw.userHome, 'other-clock.cjs'), join(bench.cw.userHome, 'clock')];
  writeFileSync(program, otherClock);
  setClock = (ahead) => writeFileSync(file, String(ahead));
  setClock(0);
  await bench.serve({ env: { NODE_OPTIONS: `--require=${program}`, OTHER_CLOCK: file } });
});
afterAll(() => bench[Symbol.asyncDispose]());

type Waiting = { readonly task: TaskView; readonly run: RunView; readonly letGo: () => void };

/** A script that is at work, and waits there until the test lets it go. */
async function begin(name: string): Promise<Waiting> {
  const { cw } = bench;
  const go = join(cw.userHome, `${name}.go`);
  const wait = `while [ ! -e '${go}' ]; do sleep 0.1; done`;
  const task = await createTask(cw, name, { script: `echo started\n${wait}\n${committing(`${name}.txt`)}` });
  await assign(cw, task);
  const run = await cw.runAtWork(task.id);
  return { task, run, letGo: () => writeFileSync(go, '') };
}

/** Nothing took the task away from its run, which goes on to its end. */
async function expectGoesOn({ task, run, letGo }: Waiting): Promise<void> {
  expect(await bench.cw.runsOf(task.id)).toMatchObject([{ id: run.id, pid: run.pid, step: 'running', outcome: null }]);
  expect((await bench.cw.task(task.id)).lease?.holder).toBe(run.id);
  letGo();
  expectMerged(await settled(bench, task.id));
  expect(await bench.cw.runsOf(task.id)).toMatchObject([{ outcome: 'done', attempt: 1 }]);
}

test.each([
  ['forward by a day', 24 * hour],
  ['back by a day', -24 * hour],
])('a clock that jumps %s takes no task away from its agent, and others are started', async (how, ahead) => {
  const waiting = await begin(`jump-${how.split(' ')[0]}`);
  setClock(ahead);
  expectMerged(await work(bench, `After a jump ${how}`, committing(`after-${ahead}.txt`)));
  expect(await bench.cw.ask('task', 'ready', '--claim')).toMatchObject({ items: [] });
  await expectGoesOn(waiting);
  setClock(0);
});

test('a machine that sleeps for eight hours finds every agent at work as it was', async () => {
  const waiting = await begin('sleeps');
  const asleep = [{ pid: bench.server().pid }, ...(await processesCarrying(`CW_RUN=${waiting.run.id}`))];
  for (const { pid } of asleep) process.kill(pid, 'SIGSTOP');
  setClock(8 * hour);
  for (const { pid } of asleep) process.kill(pid, 'SIGCONT');
  for (const name of ['first', 'second']) {
    expectMerged(await work(bench, `The ${name} after a sleep`, committing(`awake-${name}.txt`)));
  }
  await expectGoesOn(waiting);
});
