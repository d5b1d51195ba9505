import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { modelEnv, processesCarrying, result, tool, waitFor } from '@cw/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LaunchRun } from '../../agents.module.ts';
import type { RunRecord } from '../../model/run.ts';
import type { RunDriver } from '../../testing.ts';
import { type ClaudeBench, gitEnv, openClaudeBench } from './testing.ts';

let bench: ClaudeBench;
beforeEach(async () => {
  bench = await openClaudeBench();
  await bench.configure('agents.sandbox', 'on');
});
afterEach(() => bench[Symbol.asyncDispose]());

const conversations = (configDir: string) => {
  const place = join(configDir, 'projects');
  return existsSync(place)
    ? readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'))
    : [];
};
const account = () => join(bench.home.userHome, '.claude');
const kept = async (run: RunRecord) => {
  if (!(await bench.agents.sandbox.state()).works) return;
  expect(conversations(account())).toEqual([expect.stringContaining(`/${run.sessionId}.jsonl`)]);
};
/** Where there is no sandbox, nothing is started that is to be kept in one. */
const startKept = async (more: Parameters<RunDriver['create']>[1] = {}, launch: Partial<LaunchRun> = {}) => {
  const run = await bench.driver.create('claude', more);
  if ((await bench.agents.sandbox.state()).works) return bench.driver.start(run, { gitEnv, ...launch });
  await expect(bench.driver.start(run, launch)).rejects.toMatchObject({ code: 'agent.no-sandbox' });
  return undefined;
};

test('a conversation in a sandbox is kept when its agent died and another process finds it so', async () => {
  bench.model.script([tool('Bash', { command: 'touch begun; sleep 1000' })]);
  const run = await startKept();
  if (run === undefined) return;
  await waitFor(() => existsSync(join(bench.repo.path, 'begun')));
  expect(conversations(account())).toEqual([]);
  // The program begins what it is told before it writes that down.
  await waitFor(() => conversations(join(bench.agents.logDir(run.id), 'config')).length > 0);
  process.kill(-(run.pid ?? 0), 'SIGKILL');
  await waitFor(async () => (await processesCarrying(`CW_RUN=${run.id}`)).length === 0);
  expect((await bench.driver.finish(run, bench.other)).verdict.outcome).toBe('lost');
  await kept(run);
});

test('a conversation in a sandbox is gone on with, in a sandbox under the same account and under another, and outside', async () => {
  const answers = (word: string) => [
    tool('Bash', { command: `echo ${word}` }),
    result({ status: 'done', summary: word }),
  ];
  bench.model.script([...answers('one'), ...answers('two'), ...answers('three'), ...answers('four')]);
  const first = await startKept();
  if (first === undefined) return;
  let { run } = await bench.driver.finish(first);
  await kept(run);
  const second = { configDir: join(bench.home.userHome, 'second'), env: modelEnv(bench.model.url) };
  const steps = [
    { more: {}, mode: 'on' },
    { more: { account: second }, mode: 'on' },
    { more: {}, mode: 'off' },
  ] as const;
  for (const [index, { more, mode }] of steps.entries()) {
    await bench.configure('agents.sandbox', mode);
    const next = await bench.driver.create('claude', { after: run, prompt: `Go on ${index}.` });
    ({ run } = await bench.driver.finish(await bench.driver.start(next, { gitEnv, ...more })));
    expect(run).toMatchObject({ outcome: 'done', sessionId: first.sessionId });
    expect(bench.model.requests.at(-1)?.messages.some(({ text: said }) => said.includes('Please do the task.'))).toBe(
      true,
    );
  }
  await kept(run);
  expect(conversations(second.configDir)).toHaveLength(1);
  expect(readdirSync(second.configDir)).toEqual(['projects']);
});
