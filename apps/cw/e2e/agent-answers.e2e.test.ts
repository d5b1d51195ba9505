import { join } from 'node:path';
import { type Answer, claudeProgram, result, type ScriptedModel, status, type TempRepo, text, tool } from '@cw/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AgentScene, openAgentScene } from './harness/agent-scene.ts';
import { addProject, assign, createTask, useClaude, writeProgram } from './harness/project.ts';
import type { Server } from './harness/server.ts';
import { isSettled, type Workspace } from './harness/workspace.ts';

let scene: AgentScene;
let cw: Workspace;
let model: ScriptedModel;
let repo: TempRepo;
let server: Server;

beforeAll(async () => {
  scene = await openAgentScene();
  ({ cw, model, repo } = scene);
  await useClaude(cw, model);
  // What is tried again ends at its first attempt here.
  await cw.set('orchestrator.maxAttempts', '1');
  await addProject(cw, repo, '--check', 'true');
  await cw.set('orchestrator.failuresToPause', '0');
  server = await cw.serve();
});

afterAll(() => scene[Symbol.asyncDispose]());

/** Has an agent work on a fresh task until nothing goes on with it. */
async function work(title: string) {
  const made = await createTask(cw, title);
  await assign(cw, made);
  await cw.until(made.id, isSettled);
  const [task, runs, merges] = await Promise.all([cw.task(made.id), cw.runsOf(made.id), cw.mergesOf(made.id)]);
  expect(runs).toHaveLength(1);
  return { task, run: runs[0], merges };
}

/** The task waits with a reason that a person can act on, and nothing of it went anywhere. */
async function expectWaiting(title: string, outcome: string, reason: RegExp): Promise<void> {
  const branches = () => repo.git('for-each-ref', 'refs/heads/cw');
  const before = await branches();
  const { task, run, merges } = await work(title);
  expect(run).toMatchObject({ outcome, reason: expect.stringMatching(reason), step: 'ended' });
  expect(task).toMatchObject({ status: 'blocked', state: 'needs-you', outcome: null, lease: null });
  expect(task.statusReason).toMatch(reason);
  expect(task.statusReason).not.toMatch(/\n\s+at .*:\d+:\d+/);
  expect(merges).toEqual([]);
  expect(await branches()).toBe(before);
}

const edit = tool('Bash', { command: 'echo more >> a.txt' });

test.each<readonly [string, Readonly<Record<string, unknown>>, RegExp]>([
  ['blocked', { status: 'blocked', summary: 's', reason: 'the network is down' }, /the network is down/],
  ['failed', { status: 'failed', summary: 's', reason: 'it does not build' }, /it does not build/],
  ['needs-input', { status: 'needs-input', summary: 's', question: 'Red or blue?' }, /Red or blue\?/],
])('an agent that answers %s leaves its task waiting with what it said', async (outcome, answer, reason) => {
  const title = `Answer ${outcome}`;
  model.when(title, [edit, result(answer)]);
  await expectWaiting(title, outcome, reason);
});

test.each<readonly [string, Answer, RegExp]>([
  ['a result that misses its schema', result({ status: 'finished' }), /schema/],
  ['talk and no result', text('I am done, believe me.'), /I am done, believe me/],
  ['an error of the model', status(500, { 'x-should-retry': 'false' }), /500/],
])('%s is told on the task', async (title, answer, reason) => {
  model.when(title, () => answer);
  await expectWaiting(title, 'failed', reason);
});

const unchanged = result({ status: 'done', summary: 'It is all there already.' });

/** Has an agent say that it is done without any change, and ask about that. */
async function askedAbout(title: string) {
  await cw.set('tasks.doneUnchanged', 'ask');
  const { task, run, merges } = await work(title);
  const [item] = await cw.inbox({ taskId: task.id });
  return { task, run, merges, item };
}

test('an agent that changed nothing is accepted as done where a setting says so, once the checks have passed', async () => {
  model.when('Look only', [unchanged]);
  await cw.set('tasks.doneUnchanged', 'accept');
  const { task, run, merges } = await work('Look only');
  expect(run).toMatchObject({ outcome: 'done' });
  expect(task).toMatchObject({ status: 'closed', outcome: 'done', artifacts: [] });
  expect(task.closeReason).toMatch(/Nothing to merge.*It is all there already/);
  expect(merges).toMatchObject([{ state: 'unchanged', verdict: 'passed', mergeSha: null }]);
});

test('otherwise a person is asked, and accepts it', async () => {
  model.when('Ask about it', [tool('Bash', { command: 'git commit -q --allow-empty -m "feat: nothing"' }), unchanged]);
  const { task, run, merges, item } = await askedAbout('Ask about it');
  expect(run).toMatchObject({ outcome: 'done' });
  expect(merges).toMatchObject([{ state: 'unchanged', verdict: 'passed' }]);
  expect(task).toMatchObject({ status: 'blocked', state: 'needs-you' });
  expect(item).toMatchObject({
    kind: 'question',
    title: 'Its agent says it is done, but changed no file; the checks pass.',
    text: 'It is all there already.',
  });
  expect(item?.choices.map(({ name }) => name)).toEqual(['accept', 'retry', 'fresh', 'cancel']);
  const shown = await cw.runQuick(['task', 'show', task.id]);
  expect(shown.stdout).toContain('changed no file');
  await cw.ask('inbox', 'answer', item?.id ?? '', 'accept');
  const closed = await cw.until(task.id, ({ status: now }) => now === 'closed');
  expect(closed).toMatchObject({ outcome: 'done', closeReason: 'Nothing to merge: It is all there already.' });
});

test('an agent that is sent back knows that it changed nothing, and what it then does is merged', async () => {
  let told = '';
  const commit = tool('Bash', { command: 'echo b > b.txt && git add b.txt && git commit -qm "feat: b"' });
  model.when('Send back', (request) => {
    const last = JSON.stringify(request.messages.at(-1));
    if (!last.includes('Add b.txt.')) return unchanged;
    told = last;
    return commit;
  });
  const { task, item } = await askedAbout('Send back');
  await cw.ask('inbox', 'answer', item?.id ?? '', 'retry', '--text', 'Add b.txt.');
  await cw.until(task.id, ({ status: now }) => now === 'closed');
  expect(told).toContain('You have changed no file. Add b.txt.');
  expect((await cw.mergesOf(task.id)).map(({ state }) => state)).toEqual(['merged', 'unchanged']);
});

test('a type of task that need not change anything is accepted', async () => {
  model.when('Find out', [unchanged]);
  await cw.set('tasks.doneUnchanged', 'ask');
  const { id } = await cw.ask<{ id: string }>('task', 'create', 'Find out', '--type', 'spike');
  await assign(cw, { id });
  expect(await cw.until(id, isSettled)).toMatchObject({ status: 'closed', outcome: 'done' });
});

test('what is refused to the agent is shown on its run', async () => {
  model.when('Push it', [
    tool('Bash', { command: 'git push origin HEAD' }),
    result({ status: 'blocked', summary: 's', reason: 'I may not push.' }),
  ]);
  const { run } = await work('Push it');
  expect(run?.denials.join('\n')).toContain('git push');
});

/** Runs one task with another program in the place of Claude Code. */
async function withProgram<T>(command: string, work: () => Promise<T>): Promise<T> {
  await cw.set('agents.claude.command', command);
  try {
    return await work();
  } finally {
    await cw.set('agents.claude.command', claudeProgram());
  }
}

/** Nothing is started with a program that cannot be: one item tells it, and the tasks go on once it can. */
async function expectHeld(command: string, because: RegExp): Promise<void> {
  const titles = [`Held by ${command}`, `Also held by ${command}`];
  for (const title of titles) model.when(title, [result({ status: 'blocked', summary: 's', reason: 'It is there.' })]);
  const held = { what: 'the item' };
  const tasks = await withProgram(command, async () => {
    const made = [await createTask(cw, titles[0] ?? ''), await createTask(cw, titles[1] ?? '')];
    await assign(cw, ...made);
    await cw.when(async () => (await cw.inbox({ kind: 'hold' }))[0], held);
    expect(await cw.inbox({ kind: 'hold' })).toMatchObject([
      {
        title: expect.stringMatching(because),
        choices: [{ name: 'retry' }],
        details: { next: [{ command: 'config set' }] },
      },
    ]);
    for (const { id } of made) {
      expect(await cw.runsOf(id)).toEqual([]);
      expect((await cw.runQuick(['task', 'show', id])).stdout).toMatch(because);
    }
    return made;
  });
  for (const { id } of tasks) {
    await cw.until(id, isSettled);
    expect(await cw.runsOf(id)).toHaveLength(1);
  }
  await cw.when(async () => (await cw.inbox({ kind: 'hold' })).length === 0, { what: 'the item to be over' });
}

test('with a program that is missing nothing is started, and one item says so', async () => {
  await expectHeld('/nowhere/claude', /\/nowhere\/claude does not exist/);
  await expectHeld('no-such-claude', /no-such-claude is not on the PATH/);
});

test('with a program that is not executable nothing is started, and one item says so', async () => {
  const path = await writeProgram(join(cw.userHome, 'claude.txt'), '#!/bin/sh\n', 0o644);
  await expectHeld(path, /claude\.txt cannot be executed/);
});

test('a program whose output is not JSON is told with what it wrote', async () => {
  const noise =
    '#!/bin/sh\nread line\necho "Hello, I am not JSON."\necho "{broken" \necho "it went wrong" >&2\nexit 3\n';
  const path = await writeProgram(join(cw.userHome, 'noise'), noise);
  await withProgram(path, () => expectWaiting('Not JSON', 'failed', /exit code 3.*not JSON.*it went wrong/s));
});

test('a program that writes megabytes without a line break does not bring the server down', async () => {
  const flood = '#!/bin/sh\nread line\nhead -c 30000000 /dev/zero | tr "\\0" x\nexit 0\n';
  const path = await writeProgram(join(cw.userHome, 'flood'), flood);
  await withProgram(path, () => expectWaiting('Flood', 'failed', /exit code 0/));
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
});
