import { execFile } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  claudeProgram,
  gate,
  modelEnv,
  result,
  type ScriptedModel,
  type TempRepo,
  text,
  tool,
  waitFor,
  withTokens,
} from '@cw/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AgentScene, openAgentScene } from './harness/agent-scene.ts';
import { addProject, assign, createTask, useClaude } from './harness/project.ts';
import type { Server } from './harness/server.ts';
import type { Workspace } from './harness/workspace.ts';
import { connect } from './mcp/client.ts';

let scene: AgentScene;
let cw: Workspace;
let model: ScriptedModel;
let repo: TempRepo;
let server: Server;

beforeAll(async () => {
  scene = await openAgentScene();
  ({ cw, model, repo } = scene);
  await useClaude(cw, model);
  await addProject(cw, repo, '--check', 'while [ -e "$HOME/hold" ]; do sleep 0.2; done');
  server = await cw.serve();
});

afterAll(() => scene[Symbol.asyncDispose]());

const commit = (file: string) =>
  tool('Bash', { command: `echo x > ${file} && git add ${file} && git commit -q -m "feat: ${file}"` });
const done = result({ status: 'done', summary: 'done' });
const isClosed = ({ status }: { readonly status: string }) => status === 'closed';
const heard = (words: string) => model.requests.filter(({ lastText }) => lastText.includes(words));
const subjects = () => repo.subjects('cw/next');

async function begin(title: string) {
  const task = await createTask(cw, title);
  await assign(cw, task);
  return task;
}

/** Waits until the agent of a task has made its file `at-work`. */
async function touched({ id }: { readonly id: string }): Promise<void> {
  const { worktree } = await cw.runAtWork(id);
  if (worktree === null) throw new Error('the run has no worktree');
  await waitFor(() => existsSync(join(worktree, 'at-work')), {
    what: 'the file of the agent at work',
    timeout: 60_000,
  });
}

type Messages = { readonly items: readonly { readonly id: string; readonly deliveredAt: string | null }[] };

test('what is said to an agent at work reaches it once, between two turns, also past its result and a restart', async () => {
  const [first, second] = [gate(), gate()];
  let step = 0;
  model.when('Steered', async () => {
    step += 1;
    if (step === 1) return tool('Bash', { command: 'echo one' });
    if (step === 2) return first.opened.then(() => commit('steered.txt'));
    if (step === 3) await second.opened;
    return done;
  });
  const task = await begin('Steered');
  await waitFor(() => step === 2, { what: 'the agent to be at work', timeout: 60_000 });
  await cw.ask('run', 'message', task.id, 'Mind the gap.');
  await server.kill();
  first.open();
  await waitFor(() => step === 3, { what: 'the agent to go on', timeout: 60_000 });
  server = await cw.serve();
  await cw.ask('run', 'say', task.id, 'Then more.');
  second.open();
  await cw.until(task.id, isClosed);
  const { items } = await cw.ask<Messages>('run', 'messages', task.id);
  expect(items.map(({ deliveredAt }) => deliveredAt)).not.toContain(null);
  expect([heard('Mind the gap.').length, heard('Then more.').length]).toEqual([1, 1]);
  const [run] = await cw.runsOf(task.id);
  expect(run).toMatchObject({ outcome: 'done' });
  expect((await cw.refusal(['run', 'message', task.id, 'Too late.'])).error.code).toBe('steer.run-over');
});

test('an agent whose context is filling hands over to a fresh one, which goes on with its work', async () => {
  const full = { input: 600_000 };
  const asked: string[] = [];
  model.when('Hands over', (request) => {
    const isNext = request.prompt.includes('an earlier attempt handed it over to you');
    if (isNext) return request.turn === 0 ? commit('second.txt') : done;
    if (request.turn === 0) return withTokens(commit('first.txt'), full);
    if (!/Your context is 60 % full/.test(request.messages.map((entry) => entry.text).join('\n'))) {
      return withTokens(tool('Bash', { command: 'sleep 0.2' }), full);
    }
    asked.push(request.sessionId);
    return withTokens(result({ status: 'handoff', summary: 'The first half is done; the second file is left.' }), full);
  });
  const task = await begin('Hands over');
  await cw.until(task.id, isClosed);
  const [one, two, ...more] = (await cw.runsOf(task.id)).toSorted((a, b) => a.attempt - b.attempt);
  expect(more).toEqual([]);
  expect(one).toMatchObject({ outcome: 'handoff', reason: null, failure: null, contextBand: 'degrading' });
  expect(two).toMatchObject({ outcome: 'done', resumes: one?.id, worktree: one?.worktree });
  expect(two?.sessionId).not.toBe(one?.sessionId);
  expect(asked).toEqual([one?.sessionId]);
  const given = model.requests.find(({ sessionId }) => sessionId === two?.sessionId);
  expect(given?.prompt).toContain('The first half is done; the second file is left.');
  expect(await subjects()).toEqual(expect.arrayContaining(['feat: first.txt', 'feat: second.txt']));
  const types = (await cw.events()).flatMap(({ type, entity }) => (entity === one?.id ? [type] : []));
  expect(types).toEqual(expect.arrayContaining(['run.handoff-asked', 'run.handed-off']));
});

test('an agent that goes on though it was told to hand over is let go on, which stands on its run', async () => {
  let isTold = false;
  model.when('Goes on', (request) => {
    isTold ||= /Your context is 60 % full/.test(request.messages.map((entry) => entry.text).join('\n'));
    if (isTold) return withTokens(done, { input: 700_000 });
    return withTokens(tool('Bash', { command: 'sleep 0.2' }), { input: 600_000 });
  });
  const task = await begin('Goes on');
  expect(await cw.until(task.id, isClosed)).toMatchObject({ outcome: 'done' });
  const runs = await cw.runsOf(task.id);
  expect(runs).toMatchObject([
    { outcome: 'done', deviations: ['It was told to hand over at 50 % of its context and went on to 70 %.'] },
  ]);
});

type Taken = {
  readonly worktree: string;
  readonly stopped: boolean;
  readonly resume: { readonly argv: readonly string[]; readonly env: Readonly<Record<string, string>> } | null;
};

test('a run that is taken over in its first minutes names its conversation, and one that said nothing names none', async () => {
  model.when('Taken early', () => tool('Bash', { command: 'touch at-work; sleep 1000' }));
  const early = await begin('Taken early');
  await touched(early);
  const taken = await cw.ask<Taken>('run', 'takeover', early.id);
  expect(taken.resume?.argv).toContain('--resume');

  let isAsked = false;
  model.when('Taken at once', async () => {
    isAsked = true;
    await new Promise(() => {});
    return done;
  });
  const silent = await begin('Taken at once');
  await waitFor(() => isAsked, { what: 'the agent to begin', timeout: 60_000 });
  const none = await cw.runQuick(['run', 'takeover', silent.id]);
  expect(none.stdout).toContain('no conversation to resume');
  expect(none.stdout).not.toContain('--resume');
  for (const { id } of [early, silent]) await cw.ask('task', 'cancel', id);
});

test('a run that is taken over can be resumed by hand and is handed back in the same conversation', async () => {
  model.when('Taken over', (request) => {
    if (/handed back|had taken this over/.test(request.lastText)) return commit('by-agent.txt');
    if (request.lastText.includes('What did you do?')) return text('I made one commit.');
    if (request.turn === 0) return commit('before.txt');
    if (request.turn === 1) return tool('Bash', { command: 'sleep 1000' });
    return done;
  });
  const task = await begin('Taken over');
  await cw.until(task.id, ({ state }) => state === 'in-progress');
  await cw.when(async () => (await cw.runsOf(task.id))[0]?.turns === 2, { what: 'the agent at work' });
  const taken = await cw.ask<Taken>('run', 'takeover', task.id);
  expect(taken.stopped).toBe(true);
  const [program = claudeProgram(), ...args] = taken.resume?.argv ?? [];
  const env = { ...cw.env, ...modelEnv(model.url), ...taken.resume?.env };
  const byHand = promisify(execFile)(program, [...args, '-p', 'What did you do?'], {
    cwd: taken.worktree,
    env,
    timeout: 60_000,
  });
  byHand.child.stdin?.end();
  expect((await byHand).stdout).toContain('I made one commit.');
  await cw.ask('run', 'handback', task.id, '--note', 'Go on.');
  await cw.until(task.id, isClosed);
  const runs = (await cw.runsOf(task.id)).toSorted((a, b) => a.attempt - b.attempt);
  expect(runs.map(({ outcome }) => outcome)).toEqual(['stopped', 'done']);
  expect(runs[1]?.sessionId).toBe(runs[0]?.sessionId);
  expect(await subjects()).toEqual(expect.arrayContaining(['feat: before.txt', 'feat: by-agent.txt']));
});

test('what is being merged is neither taken over, cancelled nor spoken to, and is merged all the same', async () => {
  const hold = join(cw.userHome, 'hold');
  writeFileSync(hold, '');
  model.when('Merging', [commit('merging.txt'), done]);
  const task = await begin('Merging');
  await cw.when(async () => (await cw.mergesOf(task.id))[0]?.state === 'checking');
  const before = await cw.events();
  for (const [args, code] of [
    [['run', 'takeover', task.id], 'steer.merging'],
    [['run', 'follow-up', task.id, 'And more.'], 'steer.merging'],
    [['run', 'handback', task.id], 'steer.not-taken-over'],
    [['run', 'message', task.id, 'Hello?'], 'steer.run-over'],
    [['task', 'cancel', task.id], 'steer.merging'],
  ] as const) {
    expect([args, (await cw.refusal(args)).error.code]).toEqual([args, code]);
  }
  expect(await cw.events()).toHaveLength(before.length);
  rmSync(hold);
  expect(await cw.until(task.id, isClosed)).toMatchObject({ outcome: 'done' });
  expect(await subjects()).toContain('feat: merging.txt');
});

test('a person’s own agent steers as it is told: message, take over, hand back, follow up, cancel', async () => {
  await using mcp = await connect(cw, ['--as-user']);
  const steer = (action: string, run: string, words?: string) => mcp.ask('run_steer', { action, run, text: words });
  let isAtWork = false;
  model.when('Steered by an agent', (request) => {
    if (request.lastText.includes('Say it twice.')) return commit('twice.txt');
    if (request.lastText.includes('had taken this over')) return commit('once.txt');
    if (request.turn > 0 && isAtWork) return done;
    isAtWork = true;
    return tool('Bash', { command: 'touch at-work; sleep 1000' });
  });
  const task = await begin('Steered by an agent');
  await touched(task);
  const sent = await steer('message', task.id, 'Mind the step.');
  expect(sent).toMatchObject({ taskId: task.id, message: { text: 'Mind the step.', deliveredAt: null } });
  const taken = await steer('take-over', task.id);
  expect(taken).toMatchObject({ taskId: task.id, worktree: expect.stringContaining(task.id) });
  await cw.when(async () => (await cw.runsOf(task.id))[0]?.outcome === 'stopped');
  expect(await steer('take-over', task.id)).toMatchObject({ stopped: true, resume: { argv: expect.anything() } });
  await steer('hand-back', task.id, 'Go on.');
  await cw.until(task.id, isClosed);
  await steer('follow-up', task.id, 'Say it twice.');
  await waitFor(async () => (await subjects()).includes('feat: twice.txt'), { timeout: 60_000 });
  const other = await createTask(cw, 'Never begun');
  await steer('cancel', other.id, 'Not wanted.');
  expect(await cw.task(other.id)).toMatchObject({ outcome: 'cancelled', closeReason: 'Not wanted.' });
  expect(await mcp.call('run_steer', { action: 'take-over', run: other.id })).toMatchObject({ isError: true });
});
