import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { claudeProgram, gate, pauseUntil, result, status, tool, usageLimit, waitFor } from '@cw/testkit';
import { expect, test } from 'vitest';
import { type AgentScene, addSubscriber, openAgentScene } from './harness/agent-scene.ts';
import { addProject, assign, createTask } from './harness/project.ts';
import type { Workspace } from './harness/workspace.ts';

const done = result({ status: 'done', summary: 'done' });
const isClosed = ({ status: now }: { readonly status: string }) => now === 'closed';

/** One account by a subscription, for as many agents as there are; nothing here may be an attempt or a failure of many. */
async function limitedProject(scene: AgentScene, ...args: string[]): Promise<void> {
  const { cw, repo } = scene;
  await cw.set('agents.claude.command', claudeProgram());
  await addSubscriber(scene, join(cw.userHome, 'claude'));
  await addProject(cw, repo, '--check', 'true', ...args);
  await cw.set('orchestrator.maxConcurrent', '6');
  await cw.set('orchestrator.maxAttempts', '1');
  await cw.set('orchestrator.failuresToPause', '1');
  await cw.set('orchestrator.retryDelay', '600');
}

const inSeconds = (seconds: number) => Math.ceil(Date.now() / 1000) + seconds;

/** Until when the account and the tasks rest, as the database has it. */
async function restsOf(cw: Workspace) {
  const { read } = cw.storage();
  const accounts = await read.all<{ until: number | null; cause: string }>('SELECT cause, until FROM account_rests');
  const tasks = await read.all<{ taskId: string; until: number | null }>(
    'SELECT task_id AS taskId, until FROM rests ORDER BY task_id',
  );
  return { accounts, tasks };
}

/** The reason why a task that was assigned is not begun. */
async function heldBack(cw: Workspace, task: { readonly id: string }): Promise<string> {
  const { stdout } = await cw.runQuick(['task', 'show', task.id]);
  return stdout.replaceAll(/\s+/g, ' ');
}

/** Says that the account may be tried now, as a person does who knows that its limit is over. */
async function tryAgain(cw: Workspace): Promise<void> {
  const [item] = await cw.inbox({ kind: 'limit' });
  await cw.ask('inbox', 'answer', item?.id ?? '', 'retry');
}

/** Nothing was counted: no attempt, no failure of many, and nothing waits for a person but the limit itself. */
async function expectUncounted(cw: Workspace): Promise<void> {
  const { read } = cw.storage();
  expect(await read.all('SELECT * FROM retries WHERE tries > 0')).toEqual([]);
  expect((await cw.events()).filter(({ type }) => type === 'dispatch.paused')).toEqual([]);
  expect((await cw.inbox()).filter(({ kind }) => kind !== 'limit')).toEqual([]);
}

test('of runs that meet the limit at once none fails, the account rests until the last end that was told, and all go on', async () => {
  await using scene = await openAgentScene();
  const { cw, model } = scene;
  await limitedProject(scene);
  let isLimited = true;
  const all = gate();
  const ends = { One: inSeconds(3_600), Two: inSeconds(7_200), Three: inSeconds(1_800) };
  const titles = [...Object.keys(ends), 'Four'];
  const limits = new Map<string, ReturnType<typeof usageLimit>>(
    Object.entries(ends).map(([title, end]) => [title, usageLimit(end)]),
  );
  // It is told of no end.
  limits.set('Four', status(429, { 'anthropic-ratelimit-unified-status': 'rejected', 'x-should-retry': 'false' }));
  for (const title of titles) {
    model.when(title, async () => {
      await all.opened;
      return isLimited ? (limits.get(title) ?? done) : done;
    });
  }
  await using server = await cw.serve();
  const tasks = [];
  for (const title of titles) tasks.push(await createTask(cw, title));
  await assign(cw, ...tasks);
  await waitFor(
    async () => new Set(model.requests.map(({ prompt }) => titles.find((t) => prompt.includes(t)))).size >= 4,
    {
      timeout: 60_000,
      what: 'all agents to have asked their model',
    },
  );
  all.open();
  for (const { id } of tasks) await cw.until(id, ({ state }) => state === 'limited');
  const { accounts, tasks: resting } = await restsOf(cw);
  expect(accounts).toEqual([{ cause: 'limit', until: ends.Two * 1_000 }]);
  expect(resting).toHaveLength(4);
  await expectUncounted(cw);
  expect(await cw.inbox({ kind: 'limit' })).toMatchObject([{ expiresAt: new Date(ends.Two * 1_000).toISOString() }]);
  isLimited = false;
  await tryAgain(cw);
  for (const { id } of tasks) await cw.until(id, isClosed);
  await expectUncounted(cw);
  await server.stop();
});

test('a run that was made before the limit became known, and not begun, waits like those that were not made', async () => {
  await using scene = await openAgentScene();
  const { cw, model } = scene;
  const [slow, set] = [join(cw.userHome, 'slow'), join(cw.userHome, 'set')];
  // Where the file is there, preparing a worktree takes until it is gone.
  const setUp = `while [ -e '${slow}' ]; do touch '${set}'; sleep 0.1; done`;
  await limitedProject(scene, '--setup', setUp);
  let isLimited = true;
  const first = gate();
  model.when('Meets it', [
    pauseUntil(first.opened),
    () => (isLimited ? usageLimit(inSeconds(3_600)) : done),
    () => done,
  ]);
  model.when('Is prepared meanwhile', () => done);
  model.when('Comes later', () => done);
  await using server = await cw.serve();
  const meets = await createTask(cw, 'Meets it');
  await assign(cw, meets);
  await cw.runAtWork(meets.id);
  writeFileSync(slow, '');
  const prepared = await createTask(cw, 'Is prepared meanwhile');
  await assign(cw, prepared);
  await waitFor(() => existsSync(set), { what: 'its worktree to be prepared' });
  first.open();
  await cw.until(meets.id, ({ state }) => state === 'limited');
  const later = await createTask(cw, 'Comes later');
  await assign(cw, later);
  rmSync(slow);
  const waiting = await cw.until(prepared.id, ({ status: now }) => now === 'open');
  expect(await cw.runsOf(prepared.id)).toMatchObject([
    { outcome: 'failed', failure: 'limit', startedAt: null, turns: 0 },
  ]);
  const told = await heldBack(cw, waiting);
  expect(told).toMatch(/usage limit is reached until/);
  expect(await cw.runsOf(later.id)).toEqual([]);
  expect(model.requests.filter(({ prompt }) => prompt.includes('Is prepared meanwhile'))).toEqual([]);
  await expectUncounted(cw);
  isLimited = false;
  await tryAgain(cw);
  for (const { id } of [meets, prepared, later]) await cw.until(id, isClosed);
  expect(await cw.runsOf(prepared.id)).toMatchObject([{ outcome: 'done', attempt: 2 }, { failure: 'limit' }]);
  await expectUncounted(cw);
  await server.stop();
});

test.each([
  ['limit', inSeconds(3_600) * 1_000, /It continues at/],
  ['login', null, /It continues once somebody has fixed that/],
])(
  'a server that starts again starts no agent with an account that rests for its %s; its conversation goes on later',
  async (cause, until, next) => {
    await using scene = await openAgentScene();
    const { cw, model } = scene;
    await limitedProject(scene);
    // Its first failure is one.
    await cw.set('orchestrator.maxAttempts', '2');
    await cw.set('orchestrator.failuresToPause', '0');
    let isBroken = true;
    const commit = tool('Bash', { command: 'echo x > x.txt && git add x.txt && git commit -q -m "feat: x"' });
    model.when('Has begun', [commit, () => (isBroken ? status(500, { 'x-should-retry': 'false' }) : done), () => done]);
    const begun = await createTask(cw, 'Has begun');
    {
      await using server = await cw.serve();
      await assign(cw, begun);
      await cw.until(begun.id, ({ state }) => state === 'waiting');
      await server.stop();
    }
    isBroken = false;
    await cw.ask('run', 'retry', begun.id, '--note', 'Mind the gap.');
    const doomed = await cw.serve({ fault: 'run:spawn:before' });
    expect(await doomed.exited).toMatchObject({ signal: 'SIGKILL' });
    expect((await cw.runsOf(begun.id)).map(({ step }) => step)).toEqual(['spawn', 'ended']);
    await cw.storage().transact((tx) =>
      tx.run(
        `INSERT INTO account_rests (provider, account_id, model, cause, until, times, reason, since)
       SELECT provider, account_id, '', ?, ?, 1, 'It is refused.', ? FROM runs LIMIT 1`,
        [cause, until, tx.at],
      ),
    );
    const asked = model.requests.length;
    await using server = await cw.serve();
    const resting = await cw.until(begun.id, ({ state }) => state === 'limited' || state === 'waiting');
    expect(resting.statusReason).toMatch(/was not started.*It is refused\./);
    expect(resting.statusReason).toMatch(next);
    const rests = (await restsOf(cw)).tasks[0]?.until ?? null;
    expect(rests === null || rests >= Number(until)).toBe(true);
    expect(rests === null).toBe(until === null);
    expect(model.requests).toHaveLength(asked);
    await cw.ask('run', 'retry', begun.id);
    await cw.until(begun.id, isClosed);
    const [last, , first] = await cw.runsOf(begun.id);
    expect(last).toMatchObject({ outcome: 'done', sessionId: first?.sessionId, resumes: first?.id });
    await server.stop();
  },
);
