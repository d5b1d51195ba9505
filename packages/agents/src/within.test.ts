import { systemAct, unwrap } from '@cw/kernel';
import { openTestStorage, type TestStorage, testAct } from '@cw/storage/testing';
import { countingIds, fixedClock } from '@cw/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AgentsModule, createAgentsModule } from './agents.module.ts';
import type { RunRecord } from './model/run.ts';
import type { RunStep } from './model/run-view.ts';
import { findRunByToken } from './run-of-token.ts';

let storage: TestStorage;
let agents: AgentsModule;
const clock = fixedClock();

beforeEach(() => {
  storage = openTestStorage({ clock, ids: countingIds() });
  agents = createAgentsModule({ home: storage.folder, storage, hostEnv: {} });
});
afterEach(() => storage[Symbol.dispose]());

const fresh = { projectId: 'pr_a', role: 'worker', provider: 'claude', model: null, accountId: null } as const;
const create = (taskId = 'tk_a') => agents.commands.createRun({ taskId, ...fresh }, testAct);
const record = (run: RunRecord, step: RunStep, facts = {}) =>
  agents.commands.recordStep({ runId: run.id, step, facts }, testAct);
const done = { outcome: 'done', reason: null, summary: 'all well', deviations: ['one'] } as const;
const end = (run: RunRecord, more: object = {}) =>
  agents.commands.endRun({ runId: run.id, verdict: done, ...more }, testAct);
const events = async () => (await storage.bus.read(0, 100)).map((event) => event.type);

const progress = {
  offset: 500,
  counts: {
    tokens: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 },
    costUsd: 0.5,
    estimated: true,
    contextFill: 0.25,
    turns: 3,
  },
  model: 'opus',
  sessionId: null,
  denials: ['Bash: git push'],
};

describe('a run', () => {
  test('is the first attempt at its task, in its first step, with a conversation of its own', async () => {
    const run = unwrap(await create());
    expect(run).toMatchObject({ id: 'rn_000000000001', attempt: 1, step: 'claimed', outcome: null });
    expect(run.sessionId).toMatch(/^[0-9a-f]{8}-/);
    expect(await events()).toEqual(['run.created']);
  });

  test('is refused while another of the same task has not ended, and counts as the next attempt afterwards', async () => {
    const first = unwrap(await create());
    expect(await create()).toEqual({
      ok: false,
      error: { kind: 'run.already-active', taskId: 'tk_a', runId: first.id },
    });
    expect((await create('tk_b')).ok).toBe(true);
    unwrap(await end(first));
    expect(unwrap(await create()).attempt).toBe(2);
  });

  test('goes through its steps forwards only; the same step again changes facts without an event', async () => {
    const run = unwrap(await create());
    unwrap(await record(run, 'worktree', { worktree: '/w', branch: 'b' }));
    unwrap(await record(run, 'worktree', { baseSha: 'abc' }));
    expect(await record(run, 'claimed')).toMatchObject({ ok: false, error: { kind: 'run.step-passed' } });
    expect(unwrap(await agents.queries.show(run.id))).toMatchObject({
      step: 'worktree',
      worktree: '/w',
      baseSha: 'abc',
    });
    expect(await events()).toEqual(['run.created', 'run.step-reached']);
  });

  test('has started once its process is known, and that identity is kept', async () => {
    const run = unwrap(await create());
    const process = { pid: 42, startTime: 12345, bootId: 'boot' };
    const running = unwrap(await record(run, 'running', { process }));
    expect(running.startedAt).toBe(clock.now());
    expect(agents.identityOf(running)).toEqual({ runId: run.id, ...process });
    expect(await events()).toEqual(['run.created', 'run.step-reached', 'run.started']);
  });

  test('keeps its figures as they grow, and is quiet when nothing is new', async () => {
    const run = unwrap(await create());
    const tell = () => agents.commands.recordProgress({ runId: run.id, ...progress }, testAct);
    await tell();
    await tell();
    expect(unwrap(await agents.queries.show(run.id))).toMatchObject({
      model: 'opus',
      sessionId: run.sessionId,
      denials: ['Bash: git push'],
      tokens: progress.counts.tokens,
      costUsd: 0.5,
      estimated: true,
      contextFill: 0.25,
    });
    expect(await events()).toEqual(['run.created', 'run.progressed']);
  });

  test('ends once, with its outcome and last figures', async () => {
    const run = unwrap(await create());
    unwrap(await end(run, { exitCode: 0, headSha: 'def', progress }));
    expect(unwrap(await agents.queries.find(run.id))).toMatchObject({ turns: 3, failure: null, limitResetsAt: null });
    expect(await end(run)).toEqual({ ok: false, error: { kind: 'run.ended', runId: run.id, outcome: 'done' } });
    expect(unwrap(await agents.queries.show(run.id))).toMatchObject({
      step: 'ended',
      outcome: 'done',
      summary: 'all well',
      deviations: ['one'],
      exitCode: 0,
      headSha: 'def',
      costUsd: 0.5,
      endedAt: new Date(clock.now()).toISOString(),
    });
    expect(await record(run, 'ended')).toMatchObject({ ok: false, error: { kind: 'run.ended' } });
  });

  test('is asked to stop once, by whoever asked first, and not after its end', async () => {
    const run = unwrap(await create());
    expect(unwrap(await agents.commands.requestStop({ run: run.id }, testAct)).stopRequestedBy).toBe('tess');
    await agents.commands.requestStop({ run: run.id }, { actor: { kind: 'user', id: 'us_b', name: 'bob' } });
    expect(unwrap(await agents.queries.find(run.id)).stopRequestedBy).toBe('tess');
    expect(await events()).toEqual(['run.created', 'run.stop-requested']);
    unwrap(await end(run));
    expect(await agents.commands.requestStop({ run: run.id }, testAct)).toMatchObject({
      ok: false,
      error: { kind: 'run.ended' },
    });
  });

  test('that fails keeps what kind of failure it was, and when a limit is over', async () => {
    const run = unwrap(await create());
    const verdict = { ...done, outcome: 'failed', failure: 'limit', limitResetsAt: 99 } as const;
    unwrap(await end(run, { verdict }));
    expect(unwrap(await agents.queries.find(run.id))).toMatchObject({ failure: 'limit', limitResetsAt: 99 });
  });

  test('is asked to stop for a cause of its own doing, and a person who asks too has the last word', async () => {
    const run = unwrap(await create());
    const because = { failure: 'cap', reason: 'It timed out.' } as const;
    const system = systemAct('orchestrator');
    expect(unwrap(await agents.commands.requestStop({ run: run.id, because }, system))).toMatchObject(because);
    const asked = unwrap(await agents.commands.requestStop({ run: run.id }, testAct));
    expect(asked).toMatchObject({ stopRequestedBy: 'tess', failure: null, reason: null });
    expect(unwrap(await agents.commands.requestStop({ run: run.id, because }, system)).failure).toBeNull();
  });

  test('is found by its token until it ends, and the token itself is nowhere in the database', async () => {
    const run = unwrap(await create());
    const token = unwrap(await agents.commands.issueToken({ runId: run.id }));
    expect((await findRunByToken(storage.read, token))?.id).toBe(run.id);
    expect(await findRunByToken(storage.read, `${token.slice(1)}x`)).toBeUndefined();
    expect(JSON.stringify(await storage.read.all('SELECT * FROM runs'))).not.toContain(token);
    unwrap(await end(run));
    expect(await findRunByToken(storage.read, token)).toBeUndefined();
  });

  test('is rolled back with the transaction it is part of', async () => {
    await storage.transact(async (tx) => {
      unwrap(await agents.within(tx).createRun({ taskId: 'tk_a', ...fresh }, testAct));
      return { ok: false, error: 'no' };
    });
    expect(unwrap(await agents.queries.list())).toEqual({ items: [], total: 0, nextCursor: null });
  });
});

describe('the list of runs', () => {
  test('is the newest first, in pages, by task and by whether they have ended', async () => {
    for (const task of ['tk_a', 'tk_b', 'tk_c']) unwrap(await create(task));
    unwrap(await end(unwrap(await agents.queries.find('rn_000000000002'))));
    const ids = async (filter: object) =>
      unwrap(await agents.queries.list(filter)).items.map((run) => run.id.slice(-1));
    expect(await ids({})).toEqual(['3', '2', '1']);
    expect(await ids({ active: true })).toEqual(['3', '1']);
    expect(await ids({ active: false })).toEqual(['2']);
    expect(await ids({ taskId: 'tk_a' })).toEqual(['1']);
    const page = unwrap(await agents.queries.list({ limit: 2 }));
    expect(page).toMatchObject({ total: 3, nextCursor: expect.any(String) });
    expect(await ids({ limit: 2, cursor: page.nextCursor })).toEqual(['1']);
    expect(await agents.queries.list({ cursor: 'x' })).toMatchObject({ ok: false, error: { kind: 'run.bad-cursor' } });
  });

  test('a run is found by an unambiguous start of its id', async () => {
    unwrap(await create('tk_a'));
    unwrap(await create('tk_b'));
    expect(unwrap(await agents.queries.find('rn_000000000002')).taskId).toBe('tk_b');
    expect(await agents.queries.find('rn_0')).toMatchObject({ ok: false, error: { kind: 'run.ambiguous' } });
    expect(await agents.queries.find('rn_x')).toMatchObject({ ok: false, error: { kind: 'run.not-found' } });
  });
});
