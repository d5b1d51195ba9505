import { processesCarrying, waitFor } from '@cw/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LedAgent, leadAgent } from './harness/led-agent.ts';
import { assign, createTask } from './harness/project.ts';
import { isSettled } from './harness/workspace.ts';
import { doorOf, expectKept, openSandboxBench, type SandboxBench } from './sandbox/sandbox-bench.ts';

const most = 2;
let bench: SandboxBench;

beforeAll(async () => {
  bench = await openSandboxBench();
  const { cw } = bench;
  for (const { setting } of bounded) await cw.set(setting, String(most));
  await cw.set('inbox.askWait', '0');
  await cw.set('orchestrator.retryDelay', '0');
});

afterAll(() => bench.close());

/** What one run may only do so often, with a tool that does it and the event by which it is counted. */
const bounded = [
  { tool: 'task_propose_follow_up', field: 'title', setting: 'agents.maxFollowUps', kept: 'task.follow-up-proposed' },
  { tool: 'mail_send', field: 'text', setting: 'agents.maxMessages', kept: 'message.sent' },
  { tool: 'task_comment', field: 'text', setting: 'agents.maxComments', kept: 'task.commented' },
  { tool: 'task_progress', field: 'text', setting: 'agents.maxComments', kept: 'task.progressed' },
  { tool: 'task_checkpoint_add', field: 'text', setting: 'agents.maxComments', kept: 'task.checkpointed' },
  { tool: 'task_artifact_add', field: 'value', setting: 'agents.maxComments', kept: 'task.artifact-added' },
  { tool: 'ask', field: 'question', setting: 'agents.maxQuestions', kept: 'inbox.raised' },
] as const;

let calls = 0;

/** Has an agent do one of these with words that are new. Answers whether it was refused for its limit. */
async function isRefused(agent: LedAgent, { tool, field, setting }: (typeof bounded)[number]): Promise<boolean> {
  calls += 1;
  const to = tool === 'mail_send' ? { to: 'person' } : {};
  const answer = await agent.call(`mcp__cw__${tool}`, { ...to, [field]: `Number ${calls}` });
  const refusal = new RegExp(`reached its limit of ${most} [a-z -]+ \\(${setting}\\)\\. Nothing was kept\\.`);
  expect(answer.includes('limit')).toBe(refusal.test(answer));
  return refusal.test(answer);
}

async function expectAllRefused(agent: LedAgent): Promise<void> {
  for (const each of bounded) expect([each.tool, await isRefused(agent, each)]).toEqual([each.tool, true]);
}

/** Each may be done as often as one run may, and not once more. */
async function expectOneRunsWorth(agent: LedAgent): Promise<void> {
  for (const each of bounded) {
    for (let n = 0; n < most; n += 1) expect([each.tool, await isRefused(agent, each)]).toEqual([each.tool, false]);
  }
  await expectAllRefused(agent);
}

/** How often each was kept, of each run. */
async function keptBy(runId: string): Promise<Readonly<Record<string, number>>> {
  const events = (await bench.cw.events()).filter(({ actor }) => actor.id === runId);
  return Object.fromEntries(bounded.map(({ kept }) => [kept, events.filter(({ type }) => type === kept).length]));
}

const oneRunsWorth = Object.fromEntries(bounded.map(({ kept }) => [kept, most]));

test('no kill of server, tools or agent has a run count anew, and each attempt has what one run may', async () => {
  const { cw, model } = bench;
  const agent = leadAgent(model, 'Write too much');
  const task = await createTask(cw, 'Write too much');
  await assign(cw, task);
  if (!bench.sandbox.works) return expectKept(bench, task);
  await expectOneRunsWorth(agent);
  const run = await cw.runAtWork(task.id);

  await bench.restart();
  await expectAllRefused(agent);
  const door = await waitFor(() => doorOf(run.id), { what: 'what serves the tools' });
  process.kill(door.pid, 'SIGKILL');
  await waitFor(async () => (await doorOf(run.id))?.pid !== door.pid, { what: 'the door to be gone' });
  await agent.call('mcp__cw__task_show');
  await expectAllRefused(agent);
  expect(await cw.runsOf(task.id)).toMatchObject([{ id: run.id, pid: run.pid }]);
  expect(await keptBy(run.id)).toEqual(oneRunsWorth);

  agent.forget();
  for (const { pid } of await processesCarrying(`CW_RUN=${run.id}`)) kill(pid);
  await agent.atWork();
  await expectOneRunsWorth(agent);
  const [second] = await cw.runsOf(task.id);
  expect(await keptBy(second?.id ?? '')).toEqual(oneRunsWorth);
  expect(await keptBy(run.id)).toEqual(oneRunsWorth);

  await agent.end({ status: 'needs-input', summary: 's', question: 'Which port?' });
  await cw.until(task.id, isSettled);
  for (const { id } of await cw.inbox({ taskId: task.id, kind: 'question' })) {
    await cw.ask('inbox', 'answer', id, '--text', '8080');
  }
  await agent.atWork();
  await expectOneRunsWorth(agent);
  const [third] = await cw.runsOf(task.id);
  expect(third).toMatchObject({ resumes: second?.id, sessionId: second?.sessionId });
  expect(await keptBy(third?.id ?? '')).toEqual(oneRunsWorth);
  await agent.end();
  await cw.until(task.id, isSettled);
}, 180_000);

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
