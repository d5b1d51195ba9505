import { type AgentState, unwrap } from '@cw/kernel';
import { openTestStorage, type TestStorage, testAct } from '@cw/storage/testing';
import { countingIds } from '@cw/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AgentsModule, createAgentsModule } from './agents.module.ts';
import { agentKinds } from './queries/agent-kinds.ts';

let storage: TestStorage;
let agents: AgentsModule;
let now: number;
const ids = countingIds();
const minute = 60_000;

beforeEach(() => {
  now = Date.parse('2026-03-01T08:00:00Z');
  const clock = { now: () => now };
  storage = openTestStorage({ clock, ids });
  agents = createAgentsModule({ home: storage.folder, storage, hostEnv: {} });
});
afterEach(() => storage[Symbol.dispose]());

const list = async () => unwrap(await agents.queries.listAgents()).items;
const states = async () => (await list()).map(({ name, state }): [string, AgentState] => [name, state]);
const events = async () => (await storage.bus.read(0, 100)).map(({ type }) => type);
const write = (sql: string) => storage.transact((tx) => tx.run(sql));

/** A run of a task as the dispatcher makes one, with whatever agent it is given. */
const begin = (taskId: string, capabilities: readonly string[] = []) =>
  storage.transact(async (tx) => {
    const kind = { role: 'worker', provider: 'claude', capabilities } as const;
    const agentId = await agents.within(tx).takeAgent({ ...kind, taskId }, testAct);
    const of = { taskId, projectId: 'pr_a', role: 'worker', provider: 'claude', agentId } as const;
    return unwrap(await agents.within(tx).createRun({ ...of, model: null, accountId: null }, testAct));
  });
const end = (runId: string) => {
  const verdict = {
    outcome: 'done',
    reason: null,
    failure: null,
    limitResetsAt: null,
    summary: null,
    deviations: [],
  } as const;
  return agents.commands.endRun({ runId, verdict }, testAct);
};
const task = (id: string, fields: Record<string, string | number | null> = {}) => {
  const row = {
    id,
    title: `Do ${id}`,
    status: 'in_progress',
    priority: 2,
    type: 'task',
    dispatch: 'assigned',
    ...fields,
  };
  const all = { ...row, created_at: 1, updated_at: 1, revision: 1 };
  const values = Object.values(all).map((value) => (value === null ? 'NULL' : `'${value}'`));
  return write(`INSERT INTO tasks (${Object.keys(all).join(', ')}) VALUES (${values.join(', ')})`);
};

describe('agents that runs start', () => {
  test('wait while what they asked a person is open, with what that is', async () => {
    const { id } = await begin('tk_a');
    const [at, asked] = [Date.parse('2026-03-01T08:05:00Z'), 'Run: npm publish'];
    await write(`INSERT INTO inbox_items (id, kind, subject, run_id, title, choices, state, created_at)
      VALUES ('ib_1', 'permission', 'ask:1', '${id}', '${asked}', '[]', 'open', ${at})`);
    expect(await list()).toMatchObject([{ state: 'waiting', since: '2026-03-01T08:05:00.000Z', reason: asked }]);
    await write("UPDATE inbox_items SET state = 'answered'");
    expect(await states()).toEqual([['worker-1', 'working']]);
  });

  test('are used again when they are free, and are as many as ever worked at once', async () => {
    const first = await begin('tk_a');
    const second = await begin('tk_b');
    expect(await states()).toEqual([
      ['worker-1', 'working'],
      ['worker-2', 'working'],
    ]);
    await end(first.id);
    await end(second.id);
    expect((await begin('tk_b')).agentId).toBe(second.agentId);
    expect((await begin('tk_c')).agentId).toBe(first.agentId);
    expect((await list()).length).toBe(2);
  });

  test('are others where other capabilities are asked for', async () => {
    const plain = await begin('tk_a');
    await end(plain.id);
    await begin('tk_b', ['gpu', 'browser', 'gpu']);
    expect((await list()).map(({ name, capabilities }) => [name, capabilities])).toEqual([
      ['worker-2', ['browser', 'gpu']],
      ['worker-1', []],
    ]);
  });

  test('tell by their newest run whether they work, are stalled, wait or are free', async () => {
    const run = await begin('tk_a');
    await task('tk_a');
    await write(`UPDATE runs SET started_at = ${now}, cost_usd = 0.25`);
    expect(await list()).toMatchObject([
      { state: 'working', since: '2026-03-01T08:00:00.000Z', task: { title: 'Do tk_a' }, run: { costUsd: 0.25 } },
    ]);
    await write("UPDATE runs SET stall = 'shown'");
    expect(await states()).toEqual([['worker-1', 'stalled']]);
    await write("UPDATE runs SET stall = 'asked'");
    expect(await list()).toMatchObject([{ reason: 'It is silent, even after it was asked.' }]);
    await write("UPDATE runs SET provider = 'script'");
    expect(await list()).toMatchObject([{ reason: 'It is silent.' }]);
    now += minute;
    await end(run.id);
    await write("UPDATE tasks SET stage = 'resting', status_reason = 'Until the limit is over.'");
    expect(await list()).toMatchObject([
      { state: 'on-hold', reason: 'Until the limit is over.', task: { id: 'tk_a' } },
    ]);
    await write("UPDATE tasks SET stage = NULL, status = 'blocked', status_reason = 'Which of the two?'");
    expect(await states()).toEqual([['worker-1', 'idle']]);
    await write("UPDATE runs SET outcome = 'needs-input'");
    expect(await list()).toMatchObject([{ state: 'waiting', reason: 'Which of the two?' }]);
    const again = await begin('tk_b');
    await end(again.id);
    expect(await list()).toMatchObject([{ state: 'idle', task: null, run: null, since: '2026-03-01T08:01:00.000Z' }]);
  });
});

describe('agents from outside', () => {
  const known = { name: 'nightly', capabilities: ['gpu', 'browser', 'gpu'] };

  test('are online for as long as they are heard of', async () => {
    const agent = unwrap(await agents.commands.registerAgent(known, testAct));
    expect(agent).toMatchObject({ state: 'idle', kind: 'outside', role: 'worker', capabilities: ['browser', 'gpu'] });
    expect(agent.offlineAt).toBe('2026-03-01T08:05:00.000Z');
    now += 5 * minute;
    expect(await states()).toEqual([['nightly', 'offline']]);
    unwrap(await agents.commands.heartbeatAgent({ agent: 'nightly' }, testAct));
    unwrap(await agents.commands.heartbeatAgent({ agent: agent.id.slice(0, 8) }, testAct));
    expect(await states()).toEqual([['nightly', 'idle']]);
    expect(await events()).toEqual(['agent.registered', 'agent.returned']);
  });

  test('are heard of by the lease of what they hold', async () => {
    unwrap(await agents.commands.registerAgent(known, testAct));
    await task('tk_a', { lease_holder: 'session:nightly', lease_expires_at: now + 20 * minute, started_at: now });
    now += 10 * minute;
    expect(await list()).toMatchObject([{ state: 'working', task: { id: 'tk_a' }, since: '2026-03-01T08:00:00.000Z' }]);
    now += 10 * minute;
    expect(await states()).toEqual([['nightly', 'offline']]);
  });

  test('may register again, which tells only what is new', async () => {
    unwrap(await agents.commands.registerAgent(known, testAct));
    unwrap(await agents.commands.registerAgent(known, testAct));
    unwrap(await agents.commands.registerAgent({ ...known, role: 'tester' }, testAct));
    expect(await events()).toEqual(['agent.registered', 'agent.changed']);
    expect(await list()).toMatchObject([{ name: 'nightly', role: 'tester' }]);
  });

  test.each([
    [{ name: '' }, 'agent.name-invalid'],
    [{ name: 'two words' }, 'agent.name-invalid'],
    [{ name: 'nightly', capabilities: ['a b'] }, 'agent.word-invalid'],
    [{ name: 'nightly', role: '\u001b[31m' }, 'agent.word-invalid'],
    [{ name: 'nightly', project: 'none' }, 'agent.no-project'],
    [{ name: 'worker-1' }, 'agent.name-taken'],
  ])('%j is refused, and nobody is made known by it', async (input, kind) => {
    await begin('tk_a');
    expect(await agents.commands.registerAgent(input, testAct)).toMatchObject({ ok: false, error: { kind } });
    expect((await list()).length).toBe(1);
  });

  test('an agent of a run cannot speak for others', async () => {
    const act = { actor: { kind: 'run', id: 'rn_a', name: 'rn_a' } } as const;
    unwrap(await agents.commands.registerAgent(known, testAct));
    const refused = { ok: false, error: { kind: 'agent.people-only' } };
    expect(await agents.commands.registerAgent(known, act)).toMatchObject(refused);
    expect(await agents.commands.heartbeatAgent({ agent: 'nightly' }, act)).toMatchObject(refused);
    expect(await agents.commands.removeAgent({ agent: 'nightly' }, act)).toMatchObject(refused);
  });

  test('are told to whoever asks what tasks can require', async () => {
    unwrap(await agents.commands.registerAgent(known, testAct));
    expect(await agentKinds(storage.read, ['docker'])).toEqual([
      { name: null, capabilities: ['docker'] },
      { name: 'nightly', capabilities: ['browser', 'gpu'] },
    ]);
  });
});

describe('an agent that is removed', () => {
  test('leaves the list with its name, and what it did is still told', async () => {
    const run = await begin('tk_a');
    expect(await agents.commands.removeAgent({ agent: 'worker-1' }, testAct)).toMatchObject({
      ok: false,
      error: { kind: 'agent.at-work', taskId: 'tk_a', runId: run.id },
    });
    await end(run.id);
    const { id } = unwrap(await agents.commands.removeAgent({ agent: 'worker-1' }, testAct));
    expect(await list()).toEqual([]);
    expect(unwrap(await agents.queries.listAgents({ all: true })).items).toMatchObject([
      { id, removedAt: expect.any(String) },
    ]);
    expect(unwrap(await agents.queries.showAgent(id))).toMatchObject({
      totals: { runs: 1, done: 1 },
      runs: [{ id: run.id }],
    });
    expect((await begin('tk_b')).agentId).not.toBe(id);
    expect(await states()).toEqual([['worker-1', 'working']]);
  });

  test('is not removed while it holds a task', async () => {
    unwrap(await agents.commands.registerAgent({ name: 'nightly' }, testAct));
    await task('tk_a', { lease_holder: 'nightly' });
    expect(await agents.commands.removeAgent({ agent: 'nightly' }, testAct)).toMatchObject({
      error: { kind: 'agent.at-work', taskId: 'tk_a', runId: null },
    });
  });
});

test('a page of many agents goes on where the one before ended', async () => {
  for (let number = 1; number <= 12; number += 1)
    unwrap(await agents.commands.registerAgent({ name: `bot-${number}` }, testAct));
  const first = unwrap(await agents.queries.listAgents({ limit: 10 }));
  expect([first.items.at(-1)?.name, first.total, first.nextCursor]).toEqual(['bot-10', 12, '10']);
  expect(unwrap(await agents.queries.listAgents({ limit: 10, cursor: '10' })).items.map(({ name }) => name)).toEqual([
    'bot-11',
    'bot-12',
  ]);
  expect(await agents.queries.listAgents({ limit: 0 })).toMatchObject({ error: { kind: 'agent.bad-page' } });
});
