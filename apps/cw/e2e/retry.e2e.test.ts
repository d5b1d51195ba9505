import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import {
  claudeProgram,
  result,
  type ScriptedModel,
  status,
  type TempRepo,
  tool,
  usageLimit,
  waitFor,
} from '@cw/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AgentScene, addSubscriber, openAgentScene, signInFile } from './harness/agent-scene.ts';
import { addProject, assign, createTask } from './harness/project.ts';
import type { Server } from './harness/server.ts';
import type { Workspace } from './harness/workspace.ts';

let scene: AgentScene;
let cw: Workspace;
let model: ScriptedModel;
let repo: TempRepo;
let server: Server;
let credentials: string;

beforeAll(async () => {
  scene = await openAgentScene();
  ({ cw, model, repo } = scene);
  await cw.set('agents.claude.command', claudeProgram());
  const configDir = join(cw.userHome, 'claude');
  credentials = signInFile(configDir);
  await addSubscriber(scene, configDir);
  await addProject(cw, repo, '--check', 'true');
  for (const key of ['retryDelay', 'busyDelay']) await cw.set(`orchestrator.${key}`, '0.05');
  // Nothing here is an attempt: one that was counted would end there.
  await cw.set('orchestrator.maxAttempts', '1');
  server = await cw.serve();
});

afterAll(() => scene[Symbol.asyncDispose]());

const commit = (file: string) =>
  tool('Bash', { command: `echo done > ${file} && git add ${file} && git commit -q -m "feat: ${file}"` });
const done = result({ status: 'done', summary: 'done' });
const isClosed = ({ status: now }: { readonly status: string }) => now === 'closed';
const ofTask = async (id: string) => (await cw.runsOf(id)).toSorted((a, b) => a.attempt - b.attempt);
const reasons = async (id: string) =>
  (await cw.events()).flatMap(({ type, entity, payload }) =>
    type === 'task.rested' && entity === id ? [JSON.stringify(payload)] : [],
  );

/** A limit that is over in a moment, as it is told again and again while it lasts. */
const limit = () => usageLimit(Math.ceil(Date.now() / 1000) + 1);

test('at a usage limit the conversation waits, goes on in its worktree, and uses up no attempt', async () => {
  let isLimited = true;
  let step = 0;
  model.when('Meets the limit', () => {
    if (step > 0 && isLimited) return limit();
    step += 1;
    return [commit('before.txt'), commit('after.txt'), done][step - 1] ?? done;
  });
  model.when('Waits for the account', () => (isLimited ? limit() : done));
  const task = await createTask(cw, 'Meets the limit');
  await assign(cw, task);
  await cw.until(task.id, ({ state }) => state === 'limited');
  const other = await createTask(cw, 'Waits for the account');
  await assign(cw, other);
  await waitFor(async () => (await reasons(task.id)).length > 1, {
    timeout: 60_000,
    what: 'the limit to be met often',
  });
  isLimited = false;
  await cw.until(task.id, isClosed);
  await cw.until(other.id, isClosed);
  const [first, ...later] = await ofTask(task.id);
  const last = later.at(-1);
  expect([first, ...later.slice(0, -1)].map((run) => run?.failure)).not.toContain(null);
  expect(later.every(({ resumes, worktree }) => resumes !== null && worktree === first?.worktree)).toBe(true);
  expect(last).toMatchObject({ outcome: 'done', sessionId: first?.sessionId });
  expect((await reasons(task.id))[0]).toMatch(
    /usage limit is reached until .*It continues at \d{4}-\d\d-\d\d \d\d:\d\d/,
  );
  expect(await repo.subjects('cw/next')).toEqual(expect.arrayContaining(['feat: before.txt', 'feat: after.txt']));
  const failures = (await ofTask(other.id)).map(({ failure }) => failure);
  expect(failures.slice(0, -1).every((failure) => failure === 'limit')).toBe(true);
});

test('an overloaded model is waited for as often as it takes, and that is no attempt', async () => {
  let asked = 0;
  model.when('Overloaded', () => {
    asked += 1;
    return asked < 5 ? status(529, { 'x-should-retry': 'false' }) : done;
  });
  const task = await createTask(cw, 'Overloaded');
  await assign(cw, task);
  await cw.until(task.id, isClosed);
  const runs = await ofTask(task.id);
  const failed = runs.slice(0, -1).map(({ failure }) => failure);
  expect(failed.length).toBeGreaterThan(1);
  expect(new Set(failed)).toEqual(new Set(['overload']));
});

test('a refused sign-in waits until somebody has signed in', async () => {
  let isRefused = true;
  model.when('Signed out', () => (isRefused ? status(401, { 'x-should-retry': 'false' }) : done));
  const task = await createTask(cw, 'Signed out');
  await assign(cw, task);
  const resting = await cw.until(task.id, ({ state }) => state === 'limited');
  expect(resting.statusReason).toMatch(/sign-in.*continues once the account's sign-in has changed/);
  isRefused = false;
  const soon = new Date(Date.now() + 1_000);
  utimesSync(credentials, soon, soon);
  await cw.until(task.id, isClosed);
  expect((await ofTask(task.id)).map(({ failure }) => failure)).toEqual(['login', null]);
  expect(await reasons(task.id)).toHaveLength(1);
});

test('a server that starts again goes on with what rests', async () => {
  let isLimited = true;
  model.when('Rests meanwhile', () => (isLimited ? limit() : done));
  const task = await createTask(cw, 'Rests meanwhile');
  await assign(cw, task);
  await cw.until(task.id, ({ state }) => state === 'limited');
  await server.kill();
  isLimited = false;
  server = await cw.serve();
  await cw.until(task.id, isClosed);
});

test('Claude Code keeps to the turns it may take, and goes on in its conversation when a person lets it', async () => {
  model.when('Takes long', [commit('one.txt'), commit('two.txt'), commit('three.txt'), done]);
  const task = await createTask(cw, 'Takes long');
  await cw.set('orchestrator.maxTurns', '2', { task: task.id });
  await assign(cw, task);
  const capped = await cw.until(task.id, ({ status: now }) => now === 'blocked');
  expect(capped.statusReason).toMatch(/turns/);
  const [first] = await ofTask(task.id);
  expect(first).toMatchObject({ outcome: 'failed', failure: 'cap', turns: 2 });
  await cw.set('orchestrator.maxTurns', '10', { task: task.id });
  expect(await cw.ask('run', 'retry', task.id, '--note', 'Take your time.')).toMatchObject({ mode: 'resume' });
  await cw.until(task.id, isClosed);
  expect(await repo.subjects('cw/next')).toEqual(expect.arrayContaining(['feat: one.txt', 'feat: three.txt']));
  const { prompt } = await cw.ask<{ prompt: string }>('run', 'prompt', task.id);
  expect(prompt).toContain('Take your time.');
});
