import { join } from 'node:path';
import type { RunView } from '@cw/agents';
import type { TaskView } from '@cw/tasks';
import { gate, type ModelRequest, pauseUntil, result, startScriptedModel, tempRepo, tool, waitFor } from '@cw/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { program } from '../harness/program.ts';
import { addProject, assign, createTask, useClaude } from '../harness/project.ts';
import { openWorkspace, type Workspace } from '../harness/workspace.ts';
import { type Connected, connect } from './client.ts';

let cw: Workspace;
let mcp: Connected;
let own: TaskView;
let strange: TaskView;
let run: RunView;
let tellResults: Promise<readonly string[]>;
const release = gate();
const undo: (() => PromiseLike<unknown>)[] = [];

beforeAll(async () => {
  cw = await openWorkspace();
  const [model, repo] = await Promise.all([startScriptedModel(), tempRepo({ files: { 'a.txt': 'a\n' } })]);
  undo.push(
    () => model.close(),
    () => repo.remove(),
  );
  await useClaude(cw, model);
  await addProject(cw, repo);
  own = await createTask(cw, 'Work on it');
  const { id } = await cw.ask<TaskView>('task', 'create', 'A strange one', '-d', 'a secret');
  strange = await cw.ask<TaskView>('task', 'update', id, '--project', 'none');
  const told: string[] = [];
  const hear = ({ lastToolResults }: ModelRequest) => {
    told.push(...lastToolResults.map(({ text }) => text));
    return undefined;
  };
  let done: (results: readonly string[]) => void = () => {};
  tellResults = new Promise((resolve) => {
    done = resolve;
  });
  model.when(/Work on it/, [
    tool('mcp__cw__task_show', {}),
    (request) => {
      hear(request);
      return tool('mcp__cw__task_comment', { id: strange.id, text: 'hello' });
    },
    (request) => {
      hear(request);
      return tool('Bash', { command: `'${program()}' prime --home '${cw.home}'` });
    },
    (request) => {
      hear(request);
      done(told);
      return tool('mcp__cw__task_progress', { text: 'looked around' });
    },
    pauseUntil(release.opened),
    result({ status: 'done', summary: 'Nothing to change.' }),
  ]);
  const server = await cw.serve();
  await assign(cw, own);
  const isHalfway = async () => (await cw.events()).some(({ type }) => type === 'task.progressed');
  await waitFor(isHalfway, { timeout: 60_000, what: 'the progress that the agent tells of' });
  const [first] = await cw.runsOf(own.id);
  if (first === undefined) throw new Error('there is no run');
  run = first;
  mcp = await connect(cw, ['--token-file', join(run.logDir, 'mcp-token')]);
  undo.push(
    () => mcp[Symbol.asyncDispose](),
    () => server.stop(),
  );
});

afterAll(async () => {
  release.open();
  for (const step of undo.toReversed()) await step();
  await cw[Symbol.asyncDispose]();
});

test('Claude Code shows its model what the tools say, data or words, and why they refuse', async () => {
  const [shown, refused, primed] = await tellResults;
  expect(shown).toContain('Work on it');
  expect((shown ?? '').length).toBeLessThan(16_000);
  expect(primed).toMatch(/You work on one task of cw[\s\S]*Your task now:\s+tk_\w+: Work on it/);
  expect((primed ?? '').length / 4).toBeLessThan(1_000);
  expect(refused).toMatch(/out of reach.*task\.out-of-reach/);
});

test('a client of the SDK finds at most ten tools and the one for the program, in under 1,500 tokens', async () => {
  const { tools } = await mcp.client.listTools();
  expect(tools.length).toBeLessThanOrEqual(11);
  expect(JSON.stringify(tools).length / 4).toBeLessThan(1_500);
});

test('an agent writes to its own task, as its run', async () => {
  await mcp.ask('task_checkpoint_add', { text: 'Half of it.', files: ['a.txt'] });
  await mcp.ask('task_artifact_add', { value: 'a.txt' });
  const events = (await cw.events()).filter(({ actor }) => actor.kind === 'run' && actor.id === run.id);
  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['task.checkpointed', 'task.artifact-added']));
});

test('secrets in what an agent writes are not kept', async () => {
  const secret = `ghp_${'a1'.repeat(20)}`;
  await mcp.ask('task_comment', { text: `I used ${secret}.` });
  await mcp.ask('task_progress', { text: `With ${secret}`, comment: `And ${secret}.` });
  await mcp.ask('task_checkpoint_add', { text: `It is ${secret}.`, files: [secret] });
  await mcp.ask('task_propose_follow_up', { title: `Remove ${secret}`, description: secret });
  await mcp.ask('mail_send', { to: 'person', text: `Mind ${secret}.` });
  const kept = await Promise.all(
    [
      ['events', '--limit', '500'],
      ['task', 'comments', own.id],
      ['task', 'checkpoint', 'list', own.id],
      ['message', 'list'],
    ].map(async (args) => JSON.stringify(await cw.ask(...args))),
  );
  expect(kept.join('\n')).not.toContain(secret);
  expect(kept[1]).toContain('I used [a GitHub token, hidden].');
  const byPerson = await cw.ask<object>('task', 'comment', strange.id, `Mine is ${secret}.`);
  expect(JSON.stringify(byPerson)).toContain(secret);
});

test('another’s task can neither be seen, found nor written to', async () => {
  const { revision } = await cw.task(strange.id);
  for (const [name, args] of [
    ['task_show', { id: strange.id }],
    ['task_comment', { id: strange.id, text: 'hello' }],
    ['task_artifact_add', { id: strange.id, value: 'x' }],
    ['task_propose_follow_up', { id: strange.id, title: 'x' }],
  ] as const) {
    const answer = await mcp.call(name, args);
    expect(answer).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('task.out-of-reach') }] });
    expect(JSON.stringify(answer)).not.toContain('secret');
  }
  expect(await mcp.ask('task_search', { words: 'strange' })).toEqual({ items: [], total: 0 });
  expect((await cw.task(strange.id)).revision).toBe(revision);
});

test('when the run has ended, its tools say so, and a new server is refused', async () => {
  release.open();
  await cw.until(own.id, ({ status }) => status === 'closed');
  expect(await mcp.call('task_comment', { text: 'still here' })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('run.ended') }],
  });
  const ran = await cw.run(['mcp', '--token-file', join(run.logDir, 'mcp-token')]);
  expect(ran).toMatchObject({ code: 1, stdout: '' });
  expect(ran.stderr).toContain('mcp.unknown-token');
});
