import { agentsWithin } from '@cw/agents';
import { createCallerFactory } from '@cw/entry/trpc';
import { agentStates, randomId, runStates, systemAct, taskStates, unwrap } from '@cw/kernel';
import { approvalReaction, messagesWithin } from '@cw/messages';
import { systemClock, type Tx } from '@cw/storage';
import { openTestStorage, type TestStorage, testAct } from '@cw/storage/testing';
import { tasksWithin } from '@cw/tasks';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sayReason } from '../src/cli/reasons.ts';
import { compose, type Modules } from '../src/compose.ts';
import { gatherHealth } from '../src/health/gather-health.ts';
import { createAppRouter } from '../src/http/router.ts';
import { systemStatus } from '../src/http/system-status.ts';
import { toolsOfUser } from '../src/parts/mcp-tools.ts';
import { runHere } from './harness/in-process.ts';

const holder = { name: 'tess', kind: 'person' } as const;
const act = systemAct('orchestrator');
const nothing = { command: 'false', args: [], env: {} };
const empty = { bytes: 0, whole: true };
const disk = async () => ({ freeBytes: 5e9, logs: empty, worktrees: empty, clones: empty, backups: empty });

const tasks = 6;
const kinds = [
  ...[
    'need',
    'parent',
    'assign',
    'assign',
    'claim',
    'release',
    'close',
    'fail',
    'cancel',
    'reopen',
    'trash',
    'restore',
  ],
  ...['block', 'defer', 'epic', 'plan', 'pause', 'resume', 'start', 'start', 'ask', 'answer', 'silent', 'heard'],
  ...['end', 'suspend', 'limit', 'retry', 'enqueue', 'check', 'merge'],
] as const;
const steps = fc.array(fc.record({ do: fc.constantFrom(...kinds), of: fc.nat(tasks - 1), on: fc.nat(tasks - 1) }), {
  minLength: 4,
  maxLength: 24,
});
type Step = { readonly do: (typeof kinds)[number]; readonly of: number; readonly on: number };

/** A workspace with every module of the program, whose loop stands still: a history takes the loop's steps. */
async function openScene() {
  const storage = openTestStorage({ reactions: async () => [approvalReaction], say: sayReason });
  const workspace = { home: storage.folder, storage, clock: systemClock, ids: randomId };
  const modules = compose(workspace, {
    hostEnv: {},
    mcpServer: () => nothing,
    mcpDoor: () => ({ server: nothing, relay: nothing }),
    wayOut: () => ({ serve: nothing, lead: nothing }),
    onOutput: () => {},
    watchStep: () => {},
    onError: (error) => {
      throw error;
    },
  });
  const projectId = randomId('project');
  await storage.transact((tx) =>
    tx.run(
      `INSERT INTO projects (id, name, source, source_kind, default_branch, integration_branch, constraints, checks,
         check_timeout, dispatch, merge_style, created_at, updated_at, revision)
       VALUES (?, 'shop', '/repositories/shop', 'path', 'main', 'cw/next', '[]', '[]', 600, 'assigned', 'merge', 0, 0, 1)`,
      [projectId],
    ),
  );
  const ids: string[] = [];
  for (let number = 0; number < tasks; number += 1) {
    const created = await modules.tasks.commands.create({ title: `Task ${number}`, project: projectId }, testAct);
    ids.push(unwrap(created).id);
  }
  const health = () => gatherHealth({ workspace, disk, server: { state: 'none', url: null, pid: null } });
  const router = createAppRouter({
    modules,
    storage,
    feed: { messages: () => expect.unreachable(), close: () => {} },
    system: { status: () => systemStatus(workspace, modules.orchestrator.loop, '0.0.0'), health },
  });
  const api = createCallerFactory(router)({ act: testAct, holder });
  return {
    storage,
    workspace,
    modules,
    projectId,
    ids,
    health,
    api,
    [Symbol.dispose]: () => storage[Symbol.dispose](),
  };
}

type Scene = Awaited<ReturnType<typeof openScene>>;

/** Takes one step of a history. What the rules refuse at this point leaves everything as it is. */
async function take({ modules, storage, projectId, ids }: Scene, { do: kind, of, on }: Step): Promise<void> {
  const [taskId = '', otherId = ''] = [ids[of], ids[on]];
  const { commands } = modules.tasks;
  const [living] = unwrap(await modules.agents.queries.list({ taskId, active: true })).items;
  const inTx = (work: (tx: Tx) => Promise<unknown>) => storage.transact(work);
  const end = (outcome: 'done' | 'failed' | 'needs-input', then: (tx: Tx) => Promise<unknown>) =>
    living &&
    inTx(async (tx) => {
      const verdict = { outcome, reason: null, summary: null, deviations: [] };
      unwrap(await agentsWithin(tx).endRun({ runId: living.id, verdict }, act));
      await messagesWithin(tx).settleSubject(`ask:${living.id}`, act);
      return then(tx);
    });
  const rest = (cause: string) => (tx: Tx) => restAfter(tx, { taskId, runId: living?.id ?? '', cause });
  const merge = (sql: string) => inTx((tx) => tx.run(sql, [taskId]));
  const does: Record<Step['do'], () => unknown> = {
    need: () => commands.addDependency({ task: taskId, on: otherId, type: 'blocks' }, testAct),
    parent: () => commands.update({ task: taskId, holder, parent: otherId }, testAct),
    assign: () => commands.assign({ tasks: [taskId] }, testAct),
    claim: () => commands.claim({ task: taskId, holder }, testAct),
    release: () => commands.release({ task: taskId, holder }, testAct),
    close: () => commands.close({ task: taskId, holder }, testAct),
    fail: () => commands.close({ task: taskId, holder, outcome: 'failed', reason: 'No.' }, testAct),
    cancel: () => modules.steering.commands.cancel({ task: taskId }, testAct),
    reopen: () => commands.reopen({ task: taskId }, testAct),
    trash: () => commands.delete({ tasks: [taskId], holder }, testAct),
    restore: () => commands.restore({ task: taskId }, testAct),
    block: () => commands.update({ task: taskId, holder, status: 'blocked', reason: 'Which?' }, testAct),
    defer: () => commands.update({ task: taskId, holder, defer: '2999-01-01' }, testAct),
    epic: () => commands.update({ task: taskId, holder, type: 'epic' }, testAct),
    plan: () => commands.update({ task: taskId, holder, requiresPlan: true }, testAct),
    pause: () => modules.orchestrator.commands.pause({ project: on % 2 === 0 ? projectId : undefined }, testAct),
    resume: () => modules.orchestrator.commands.resume({ project: on % 2 === 0 ? projectId : undefined }, testAct),
    start: () => start(storage, taskId, projectId),
    ask: () => {
      if (living === undefined) return;
      const about = { projectId, taskId, runId: living.id, title: 'Which?', choices: [] };
      return modules.messages.commands.raiseItem({ kind: 'question', subject: `ask:${living.id}`, ...about }, act);
    },
    answer: () => living && modules.messages.commands.settleSubject(`ask:${living.id}`, act),
    silent: () => living && life(modules, living.id, on % 2 === 0 ? 'shown' : 'asked'),
    heard: () => living && life(modules, living.id, 'heard'),
    end: () => end('done', (tx) => tasksWithin(tx).end({ taskId, outcome: 'done', reason: null }, act)),
    suspend: () => end('needs-input', (tx) => tasksWithin(tx).block({ taskId, reason: 'Which?' }, act)),
    limit: () => end('failed', rest('limit')),
    retry: () => end('failed', rest('program')),
    enqueue: () =>
      end('done', async (tx) => {
        await tasksWithin(tx).setStage({ taskId, stage: 'merging' }, act);
        return tx.run(
          `INSERT INTO merge_requests (id, project_id, task_id, run_id, priority, branch, head_sha, target_branch, state,
             verdict, attempt, created_at) VALUES (?, ?, ?, ?, 2, 'b', 's', 'cw/next', 'queued', 'pending', 1, 1)`,
          [tx.ids('mergeRequest'), projectId, taskId, living?.id ?? ''],
        );
      }),
    check: () => merge("UPDATE merge_requests SET state = 'checking' WHERE task_id = ? AND ended_at IS NULL"),
    merge: async () => {
      const merging = await storage.read.get("SELECT 1 FROM tasks WHERE id = ? AND stage = 'merging'", [taskId]);
      if (merging === undefined) return;
      await merge("UPDATE merge_requests SET state = 'merged', ended_at = 2 WHERE task_id = ? AND ended_at IS NULL");
      await inTx((tx) => tasksWithin(tx).end({ taskId, outcome: 'done', reason: null }, act));
    },
  };
  await does[kind]();
}

/** Starts an agent at a task as the dispatcher does, where it is to be started. */
function start(storage: TestStorage, taskId: string, projectId: string): Promise<unknown> {
  return storage.transact(async (tx) => {
    const toStart = await tx.get('SELECT 1 FROM task_view WHERE id = ? AND ready AND assigned', [taskId]);
    if (toStart === undefined) return;
    const kind = { role: 'worker', provider: 'claude' } as const;
    const agentId = await agentsWithin(tx).takeAgent({ ...kind, capabilities: [], taskId }, act);
    const of = { ...kind, taskId, projectId, agentId, model: null, accountId: null };
    const run = unwrap(await agentsWithin(tx).createRun(of, act));
    unwrap(await tasksWithin(tx).claimForRun({ taskId, runId: run.id }, act));
  });
}

async function restAfter(
  tx: Tx,
  { taskId, runId, cause }: { readonly taskId: string; readonly runId: string; readonly cause: string },
): Promise<void> {
  unwrap(await tasksWithin(tx).rest({ taskId, reason: 'Until later.' }, act));
  const sql = 'INSERT OR REPLACE INTO rests (task_id, run_id, cause, until, since) VALUES (?, ?, ?, ?, ?)';
  await tx.run(sql, [taskId, runId, cause, tx.at + 3_600_000, tx.at]);
}

function life({ agents }: Modules, runId: string, turn: 'shown' | 'asked' | 'heard'): Promise<unknown> {
  return agents.commands.recordLife({ runId, turn, silentMs: 600_000, told: turn === 'asked' }, act);
}

/** How many there are of each word, by word. */
function tally<Word extends string>(words: readonly Word[], among: readonly Word[]): Record<Word, number> {
  const counts = Object.fromEntries(among.map((word) => [word, 0])) as Record<Word, number>;
  for (const word of words) counts[word] += 1;
  return counts;
}

const byId = <T extends { readonly id: string; readonly state: string }>(items: readonly T[]) =>
  Object.fromEntries(items.map(({ id, state }) => [id, state]));

/** What a command prints as data. */
async function cli<T>({ storage }: Scene, ...args: readonly string[]): Promise<T> {
  const ran = await runHere([...args, '--json'], { env: { CW_HOME: storage.folder } });
  if (ran.code !== 0) throw new Error(`cw ${args.join(' ')}: ${ran.stderr}`);
  return JSON.parse(ran.stdout).data;
}

async function tool({ workspace }: Scene, name: string, input: Record<string, unknown>) {
  const found = toolsOfUser.tools.find((known) => known.name === name);
  if (found === undefined) throw new Error(`there is no tool ${name}`);
  const answer = await found.run(
    found.input.parse(input),
    { workspace, holder, act: testAct, folderProject: async () => undefined },
    new AbortController().signal,
  );
  return unwrap(answer).structured as { readonly items: readonly Row[]; readonly total: number } & Row;
}

type Row = { readonly id: string; readonly state: string };
type Page = { readonly items: readonly Row[] };

async function tasksAgree(scene: Scene): Promise<void> {
  const { api, health, projectId } = scene;
  const { items } = await api.tasks.list({ all: true });
  const states = byId(items);
  const counts = tally(
    items.map(({ state }) => state),
    taskStates,
  );
  const pending = tally(
    items.flatMap((row) => row.pending?.kind ?? []),
    ['queued', 'on-hold'],
  );
  expect(byId((await cli<Page>(scene, 'task', 'list', '--all')).items), 'cw task list').toEqual(states);
  expect(byId((await tool(scene, 'task_list', { all: true })).items), 'task_list').toEqual(states);
  for (const { id, state, pending: beside } of items) {
    expect(await api.tasks.show({ id }), 'a page').toMatchObject({ state, pending: beside });
    expect((await tool(scene, 'task_show', { id })).state, 'task_show').toBe(state);
  }
  for (const { id, state, pending: beside } of (await api.tasks.ready({})).items) {
    expect({ state, beside }, 'what is ready').toEqual({
      state: 'ready',
      beside: items.find((row) => row.id === id)?.pending,
    });
  }
  for (const state of taskStates) {
    expect((await api.tasks.list({ state: [state] })).total, `the filter ${state}`).toBe(counts[state]);
    expect((await tool(scene, 'task_list', { where: `state = ${state}` })).total, `the query ${state}`).toBe(
      counts[state],
    );
  }
  const counted = await cli<{ items: readonly { key: string; count: number }[] }>(
    scene,
    'task',
    'count',
    '--by',
    'state',
  );
  expect(Object.fromEntries(counted.items.map(({ key, count }) => [key, count])), 'cw task count').toEqual(
    Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
  );
  expect(await cli(scene, 'task', 'stats'), 'cw task stats').toMatchObject({
    ...{ ready: counts.ready, waiting: counts.waiting, limited: counts.limited, needsPlan: counts['needs-plan'] },
    ...{ inProgress: counts['in-progress'], needsYou: counts['needs-you'], verifying: counts.verifying },
    ...{ merging: counts.merging, parents: counts.open, done: counts.done, failed: counts.failed },
    ...{ cancelled: counts.cancelled, queued: pending.queued, onHold: pending['on-hold'] },
  });
  const needsYou = counts['needs-you'];
  expect((await api.system.status()).tasks, 'the status').toEqual(counts);
  expect((await health()).work, 'health').toMatchObject({ tasks: counts, needsYou, onHold: pending['on-hold'] });
  expect(await api.dispatch.counts({ projectId }), 'the counts').toMatchObject({
    ...{ tasks: counts, queued: pending.queued, onHold: pending['on-hold'] },
  });
  expect((await api.dispatch.monitors()).items, 'the monitor').toMatchObject([
    { needsYou, onHold: pending['on-hold'] },
  ]);
  expect(await cli(scene, 'prime'), 'cw prime').toMatchObject({
    counts: { ready: counts.ready, inProgress: counts['in-progress'], needsYou },
  });
}

async function runsAndAgentsAgree(scene: Scene): Promise<void> {
  const { api, health, projectId } = scene;
  const runs = (await api.runs.list({})).items;
  const living = runs.filter(({ endedAt }) => endedAt === null);
  expect(byId((await cli<Page>(scene, 'run', 'list')).items), 'cw run list').toEqual(byId(runs));
  for (const state of runStates) {
    const those = runs.filter((run) => run.state === state).length;
    expect((await api.runs.list({ state: [state] })).total, `the filter ${state}`).toBe(those);
  }
  const tasks = byId((await api.tasks.list({ all: true })).items);
  for (const run of living) expect([run.state, 'done'], 'a task and its run').toContain(tasks[run.taskId] ?? 'done');
  const agents = (await api.agents.list({})).items;
  const counts = tally(
    agents.map(({ state }) => state),
    agentStates,
  );
  expect((await health()).agents, 'health').toEqual(counts);
  expect(await api.system.status(), 'the footer').toMatchObject({ agents: counts, running: living.length });
  expect(byId((await cli<Page>(scene, 'agent', 'list')).items), 'cw agent list').toEqual(byId(agents));
  const { working, waiting, stalled } = counts;
  expect((await api.dispatch.monitors({ projectId })).items, 'the monitor').toMatchObject([
    { working, waiting, stalled },
  ]);
  expect(
    working +
      waiting +
      stalled -
      agents.filter(
        ({ run, state }) => run === null || (state === 'waiting' && !living.some(({ id }) => id === run.id)),
      ).length,
    'agents at runs',
  ).toBe(living.length);
}

test('whatever happens, every place says the same of each task, run and agent, and counts alike', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      using scene = await openScene();
      for (const step of history) await take(scene, step);
      await tasksAgree(scene);
      await runsAndAgentsAgree(scene);
    }),
    { numRuns: 12 },
  );
});
