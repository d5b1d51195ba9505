import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unwrap } from '@cw/kernel';
import { createMessagesModule, listItems } from '@cw/messages';
import { testAct } from '@cw/storage/testing';
import type { TaskView } from '@cw/tasks';
import { waitFor } from '@cw/testkit';
import { describe, expect, test } from 'vitest';
import { listAccountRests } from './queries/find-rests.ts';
import { startRetrying } from './retry/testing.ts';

describe('a task whose run failed', () => {
  test('goes on in its conversation and worktree after an error of the model', async () => {
    await using space = await startRetrying(['say 1; adds one.txt; fails 500', 'adds two.txt; say 1; done_']);
    const task = await space.begin('Goes on');
    await space.until(task, 'closed');
    const [first, second] = await space.runs(task);
    expect(first).toMatchObject({ outcome: 'failed', failure: 'server', turns: 1 });
    expect(second).toMatchObject({ outcome: 'done', attempt: 2 });
    const shown = unwrap(await space.agents.queries.show(second?.id ?? ''));
    expect(shown.resumes).toBe(first?.id);
    expect(space.given(1).args).toContain(shown.sessionId);
    expect(space.given(2).args).toContain(`--resume=${shown.sessionId}`);
    expect(space.given(2).prompt).toMatch(/Your work on this task stopped: .*500.*Look at `git log`/);
    expect(await space.repo.subjects('cw/next')).toEqual(expect.arrayContaining(['feat: one.txt', 'feat: two.txt']));
  });

  test('backs off when its program dies at once again and again, begins afresh, and stops at the cap', async () => {
    await using space = await startRetrying(['say 1; exit 3', 'exit 3', 'exit 3', 'done_']);
    const task = await space.begin('Dies');
    const blocked = await space.until(task, 'blocked');
    expect(blocked.statusReason).toMatch(/exit code 3.*It was tried 3 times\.$/);
    expect((await space.runs(task)).map(({ failure }) => failure)).toEqual(['program', 'program', 'program']);
    expect(space.given(2).args.join(' ')).not.toContain('--resume');
    const rested = (await space.storage.bus.read(0, 1000)).filter(({ type }) => type === 'task.rested');
    expect(rested).toHaveLength(2);
  });

  test('is told what its answer lacked in the same conversation, once', async () => {
    await using space = await startRetrying([`say 1; answers '{"status":"well"}'`, 'say 1; done_']);
    const task = await space.begin('Answers badly');
    await space.until(task, 'closed');
    expect(space.given(2).prompt).toContain('status is \\"well\\"');
  });

  test('waits for its account, which one run tries before the others', async () => {
    const wait = (file: string) => `while [ ! -e ${file} ]; do sleep 0.2; done`;
    await using space = await startRetrying(['fails 529', '', 'done_', 'done_']);
    const gate = join(space.storage.folder, 'agent', 'gate');
    writeFileSync(join(space.storage.folder, 'agent', 'turn-2'), `${wait(gate)}; say 1; done_`);
    await space.set('orchestrator.maxConcurrent', '3');
    const one = await space.begin('First');
    await waitFor(() => space.starts() === 2, { what: 'the account is tried' });
    const two = await space.begin('Second');
    const waiting = await waitFor(async () => {
      const told = await space.controls.waiting(two.id);
      return told.length === 1 ? told : undefined;
    });
    expect(waiting[0]?.message).toMatch(/is trying whether it works again/);
    writeFileSync(gate, '');
    await Promise.all([space.until(one, 'closed'), space.until(two, 'closed')]);
    expect(space.starts()).toBe(3);
  });
});

test('a limit of one model keeps that model from being used, and no other', async () => {
  await using space = await startRetrying([
    `limited seven_day_opus ${Math.ceil(Date.now() / 1000) + 3_600}`,
    'say 1; done_',
  ]);
  const task = await space.begin('Limited');
  const resting = await waitFor(async () => {
    const now = await space.tasks.queries.get(task.id);
    return now?.state === 'limited' ? now : undefined;
  });
  expect(resting.statusReason).toMatch(/limit for the model opus is reached until /);
  const other = await space.begin('Takes what comes');
  const isKept = async () => (await space.controls.waiting(other.id)).map(({ why }) => why).join() === 'account';
  await waitFor(isKept);
  unwrap(await space.controls.retry({ run: task.id, model: 'sonnet' }, testAct));
  await space.until(task, 'closed');
  expect(space.given(2).args).toEqual(expect.arrayContaining(['--model', 'sonnet']));
  expect(await listAccountRests(space.storage.read)).toMatchObject([{ cause: 'limit', model: 'opus' }]);
  expect(await isKept()).toBe(true);
  expect(space.starts()).toBe(2);
});

test('agents.model says which model workers use, so that a limit of another does not keep them; a retry may ask for its own', async () => {
  await using space = await startRetrying([
    `limited seven_day_opus ${Math.ceil(Date.now() / 1000) + 3_600}`,
    'say 1; done_',
    'say 1; done_',
  ]);
  const limited = await space.begin('Limited');
  await waitFor(async () => (await space.tasks.queries.get(limited.id))?.state === 'limited');
  await space.set('agents.model', 'sonnet');
  const task = await space.begin('Takes what is set');
  await space.until(task, 'closed');
  expect(space.given(2).args).toEqual(expect.arrayContaining(['--model', 'sonnet']));
  const [run] = await space.runs(task);
  expect(unwrap(await space.agents.queries.show(run?.id ?? ''))).toMatchObject({ modelFrom: 'workspace' });
  unwrap(await space.controls.retry({ run: limited.id, model: 'haiku' }, testAct));
  await space.until(limited, 'closed');
  expect(space.given(3).args).toEqual(expect.arrayContaining(['--model', 'haiku']));
  const last = (await space.runs(limited)).find(({ attempt }) => attempt === 2);
  expect(unwrap(await space.agents.queries.show(last?.id ?? ''))).toMatchObject({ modelFrom: 'attempt' });
});

test('limits of two models and of the whole account are held side by side', async () => {
  const soon = Math.ceil(Date.now() / 1000) + 3_600;
  await using space = await startRetrying([
    `limited seven_day_opus ${soon + 600}`,
    `limited seven_day_sonnet ${soon}`,
    `limited five_hour ${soon + 60}`,
  ]);
  const rests = async () => (await listAccountRests(space.storage.read)).map(({ model }) => model);
  const task = await space.begin('Limited');
  await waitFor(async () => (await rests()).length === 1);
  unwrap(await space.controls.retry({ run: task.id, model: 'sonnet' }, testAct));
  await waitFor(async () => (await rests()).length === 2);
  unwrap(await space.controls.retry({ run: task.id, model: 'haiku' }, testAct));
  await waitFor(async () => (await rests()).length === 3);
  expect(await rests()).toEqual([null, 'opus', 'sonnet']);
  const titles = unwrap(await createMessagesModule(space).queries.listItems())
    .items.map(({ title }) => title)
    .toSorted();
  expect(titles).toEqual([
    expect.stringMatching(/is reached$/),
    expect.stringMatching(/model opus$/),
    expect.stringMatching(/model sonnet$/),
  ]);
  expect(space.starts()).toBe(3);
});

test('a conversation waits for the account that has it, while other work goes on with another account', async () => {
  await using space = await startRetrying(['say 1; fails 401', 'say 1; done_', 'say 1; done_']);
  for (const name of ['one', 'two']) {
    const configDir = join(space.storage.folder, name);
    unwrap(await space.accounts.commands.add({ name, provider: 'claude', configDir, env: {} }, testAct));
  }
  const task = await space.begin('Signed out');
  const resting = await waitFor(async () => {
    const now = await space.tasks.queries.get(task.id);
    return now?.state === 'limited' ? now : undefined;
  });
  expect(resting).toMatchObject({ status: 'in_progress', ready: false, lease: null });
  const other = await space.begin('Other');
  await space.until(other, 'closed');
  expect((await space.tasks.queries.get(task.id))?.state).toBe('limited');
  expect(unwrap(await space.controls.retry({ run: task.id }, testAct)).mode).toBe('resume');
  await space.until(task, 'closed');
  const accounts = async (of: TaskView) => (await space.runs(of)).map(({ accountName }) => accountName);
  expect(await accounts(other)).toEqual(['two']);
  expect(await accounts(task)).toEqual(['one', 'one']);
  expect(space.given(3).args.join(' ')).toContain('--resume=');
});

describe.concurrent('cw run retry', () => {
  test('goes on with the model and the note that a person gives', async () => {
    await using space = await startRetrying([
      `say 1; adds one.txt; answers '{"status":"needs-input","summary":"s","question":"Red or blue?"}'`,
      'say 1; done_',
    ]);
    const task = await space.begin('Asks');
    await space.until(task, 'blocked');
    const [first] = await space.runs(task);
    const wanted = { run: task.id, model: 'opus', note: 'Blue.' };
    expect(unwrap(await space.controls.retry(wanted, testAct))).toMatchObject({ mode: 'resume', why: null });
    await space.until(task, 'closed');
    const { args, prompt } = space.given(2);
    const { sessionId } = unwrap(await space.agents.queries.show(first?.id ?? ''));
    expect(args).toEqual(expect.arrayContaining(['--model', 'opus', `--resume=${sessionId}`]));
    expect(prompt).toContain('Blue.');
    const old = await space.controls.retry({ run: first?.id ?? '' }, testAct);
    expect(old).toMatchObject({ ok: false, error: { kind: 'retry.not-last' } });
    expect(await space.controls.retry({ run: task.id }, testAct)).toMatchObject({
      ok: false,
      error: { kind: 'task.already-closed' },
    });
  });

  test('begins afresh beside what the run left, and counts attempts anew', async () => {
    await using space = await startRetrying(['adds old.txt; exit 3', 'say 1; fails 500', 'adds new.txt; say 1; done_']);
    await space.set('orchestrator.maxAttempts', '1');
    const task = await space.begin('Afresh');
    await space.until(task, 'blocked');
    const [first] = await space.runs(task);
    await space.set('orchestrator.maxAttempts', '2');
    expect(await space.controls.retry({ run: task.id, mode: 'resume' }, testAct)).toMatchObject({
      ok: false,
      error: { kind: 'retry.cannot-resume', why: 'no-conversation' },
    });
    // What others bring in between is no difference between the two.
    await space.repo.commit({ 'others.txt': 'x\n' }, 'feat: of others');
    expect(unwrap(await space.controls.retry({ run: task.id, note: 'Mind the gap.' }, testAct))).toMatchObject({
      mode: 'fresh',
      why: 'no-conversation',
    });
    await space.until(task, 'closed');
    expect((await space.runs(task)).map(({ failure }) => failure)).toEqual(['program', 'server', null]);
    expect(space.given(3).prompt).toContain('Mind the gap.');
    const { clone } = space.projects.paths(space.project.id);
    const kept = `refs/cw/attempts/${first?.id}`;
    expect(await space.repo.git('-C', clone, 'log', '--format=%s', kept)).toContain('feat: old.txt');
    expect(await space.repo.files('cw/next')).not.toContain('old.txt');
    const third = (await space.runs(task)).at(-1);
    const compared = unwrap(await space.controls.compare(first?.id ?? '', third?.id ?? ''));
    expect(compared.runs).toMatchObject([
      { outcome: 'failed', failure: 'program', changes: { commits: 1, files: [{ path: 'old.txt', added: 1 }] } },
      { outcome: 'done', turns: 1, changes: { commits: 1, files: [{ path: 'new.txt' }] } },
    ]);
    expect(compared.files?.map(({ path }) => path)).toEqual(['new.txt', 'old.txt']);
    expect(unwrap(await space.controls.changes(third?.id ?? ''))).toMatchObject({
      ...{ runId: third?.id, changes: { commits: 1, files: [{ path: 'new.txt' }] } },
    });
    const attempts = await space.controls.attempts(task.id);
    expect(attempts.map(({ next }) => next.kind)).toEqual(['fresh', 'resumed', 'closed']);
  });

  test('begins afresh beside what a person left in the worktree, and says what and where', async () => {
    await using space = await startRetrying(['adds old.txt; exit 3', 'adds new.txt; say 1; done_']);
    await space.set('orchestrator.maxAttempts', '1');
    const task = await space.begin('By hand');
    await space.until(task, 'blocked');
    const [first] = await space.runs(task);
    const { worktree } = unwrap(await space.agents.queries.show(first?.id ?? ''));
    writeFileSync(join(worktree ?? '', 'by-hand.txt'), 'mine');
    writeFileSync(join(worktree ?? '', '.env'), 'PASSWORD=x');
    unwrap(await space.controls.retry({ run: task.id, mode: 'fresh' }, testAct));
    await space.until(task, 'closed');
    const said = (await space.tasks.queries.comments(task.id)).items.map(({ text }) => text);
    const told = said.filter((text) => text.startsWith('After the run had ended'));
    expect(told).toEqual([expect.stringContaining(`kept under \`refs/cw/attempts/${first?.id}\``)]);
    expect(told[0]).toMatch(
      /- `by-hand\.txt`\n\nNot everything .*`refs\/cw\/rescue\/.*- `\.env`: looks like a secret/s,
    );
    const { clone } = space.projects.paths(space.project.id);
    expect(await space.repo.git('-C', clone, 'show', `refs/cw/attempts/${first?.id}:by-hand.txt`)).toBe('mine');
    expect(await space.repo.files('cw/next')).not.toContain('by-hand.txt');
  });

  test('is refused where the project was removed', async () => {
    await using space = await startRetrying(['exit 3']);
    await space.set('orchestrator.maxAttempts', '1');
    const task = await space.begin('Gone');
    await space.until(task, 'blocked');
    unwrap(await space.projects.commands.remove({ project: 'sample' }, testAct));
    expect(await space.controls.retry({ run: task.id }, testAct)).toMatchObject({
      error: { kind: 'retry.project-removed', taskId: task.id },
    });
    expect((await space.tasks.queries.get(task.id))?.status).toBe('blocked');
  });

  test('is refused to agents, while a run is at work, and for what is no name of a model', async () => {
    await using space = await startRetrying(['say 1; while true; do sleep 0.2; done']);
    const task = await space.begin('Busy');
    await waitFor(() => space.starts() === 1);
    const refused = async (more: object, act = testAct) => {
      const done = await space.controls.retry({ run: task.id, ...more }, act);
      return done.ok ? undefined : done.error.kind;
    };
    expect(await refused({})).toBe('task.running');
    expect(await refused({ model: '--help' })).toBe('retry.bad-model');
    expect(await refused({}, { actor: { kind: 'run', id: 'rn_x', name: 'run' } })).toBe('retry.people-only');
    const [run] = await space.runs(task);
    unwrap(await space.agents.commands.requestStop({ run: run?.id ?? '' }, testAct));
    expect((await space.until(task, 'blocked')).statusReason).toBe('Stopped by tess.');
    const inbox = createMessagesModule(space);
    expect(unwrap(await inbox.queries.listItems({ taskId: task.id })).items).toMatchObject([
      { kind: 'failure', title: 'Stopped by tess.' },
    ]);
    expect(space.starts()).toBe(1);
  });
});

describe.concurrent('caps', () => {
  const endless = 'i=0; adds kept.txt; while true; do i=$((i+1)); say $i; sleep 0.2; done';

  test.each([
    ['orchestrator.maxTurns', '3', /more than the 3 turns that orchestrator.maxTurns allows/],
    ['orchestrator.maxMinutes', '0.02', /has run for 0.02 minutes/],
  ])('%s stops a run that goes over it, and keeps its work', async (key, value, reason) => {
    await using space = await startRetrying([endless, 'say 1; done_']);
    await space.set(key, value);
    const task = await space.begin('Endless');
    expect((await space.until(task, 'blocked')).statusReason).toMatch(reason);
    expect(await space.runs(task)).toMatchObject([{ outcome: 'failed', failure: 'cap' }]);
    await space.set(key, '50');
    unwrap(await space.controls.retry({ run: task.id }, testAct));
    await space.until(task, 'closed');
    expect(await space.repo.files('cw/next')).toContain('kept.txt');
  });

  test('money of a task and of a day is counted over its runs', async () => {
    await using space = await startRetrying([
      `say 1; answers '{"status":"blocked","summary":"s","reason":"r"}' 2.5`,
      'say 1; done_',
    ]);
    await space.set('orchestrator.maxTaskCost', '2');
    const task = await space.begin('Dear');
    await space.until(task, 'blocked');
    expect(space.given(1).args).toEqual(expect.arrayContaining(['--max-budget-usd', '2.0000']));
    unwrap(await space.controls.retry({ run: task.id }, testAct));
    const capped = await waitFor(async () => {
      const now = await space.tasks.queries.get(task.id);
      return now?.statusReason?.includes('$2.50') ? now : undefined;
    });
    expect(capped).toMatchObject({ status: 'blocked', statusReason: expect.stringContaining('maxTaskCost') });
    expect(space.starts()).toBe(1);
    await space.set('orchestrator.maxCostPerDay', '2');
    const other = await space.begin('Tomorrow');
    expect((await space.controls.waiting(other.id)).map(({ why }) => why)).toEqual(['day-cap']);
    const told = async () => unwrap(await listItems(space.storage.read, { kind: 'hold' })).items;
    await waitFor(async () => (await told()).length > 0, { what: 'the item' });
    expect((await told()).map(({ title }) => title)).toEqual([
      'No more agents are started today: the daily limit of $2.00 is reached',
    ]);
    await space.set('orchestrator.maxCostPerDay', '3');
    await space.until(other, 'closed');
    await waitFor(async () => (await told()).length === 0, { what: 'the end of the item' });
  });
});
