import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunView } from '@cw/agents';
import type { MergeRequestView } from '@cw/integration';
import type { ProjectView } from '@cw/projects';
import type { HistoryEntry, Page, ProposalView, TaskView } from '@cw/tasks';
import {
  gate,
  pauseUntil,
  result,
  type ScriptedModel,
  startScriptedModel,
  type TempRepo,
  tempRepo,
  text,
  tool,
  waitFor,
} from '@cw/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addProject, assign, type Checkout, createTask, photograph, useClaude } from './harness/project.ts';
import { openWorkspace, type Workspace } from './harness/workspace.ts';

const files = {
  'package.json': '{ "type": "module", "private": true }\n',
  'AGENTS.md': 'Write short sentences.\n',
  'greet.js': 'export const greet = (name) => "Hello, " + name + ".";\n',
  'greet.test.js': `import assert from 'node:assert';
import test from 'node:test';
import { greet } from './greet.js';
test('greets', () => assert.equal(greet('Ada'), 'Hello, Ada.'));
`,
};

const commitFarewell = [
  `echo 'export const part = (name) => "Bye, " + name;' > part.js`,
  'for file in part.js; do git add "$file"; done',
  'git commit -q -m "feat: say goodbye"',
].join(' && ');
const leaveBehind = [
  'cat .env',
  'echo "It says goodbye." > NOTES.md',
  'echo "PASSWORD=swordfish" > .env.local',
  'git status --short',
].join(' && ');

let cw: Workspace;
let model: ScriptedModel;
let repo: TempRepo;
let project: ProjectView;
let before: Checkout;
let task: TaskView;
/** The run while its agent was at work, and when all was over. */
let running: RunView;
let run: RunView;
let merge: MergeRequestView;
let done: TaskView;

beforeAll(async () => {
  [cw, model, repo] = await Promise.all([openWorkspace(), startScriptedModel(), tempRepo({ files })]);
  await repo.write({ 'greet.js': '// my own edit\n', 'staged.txt': 'staged\n', 'untracked.txt': 'mine\n' });
  await repo.git('add', 'staged.txt');
  before = await photograph(repo);
  await useClaude(cw, model);
  const goals = ['--goal', 'Be polite.', '--constraint', 'No exclamation marks.'];
  project = await addProject(cw, repo, '--check', 'node --test', ...goals);
  const { path: filesDir } = await cw.ask<{ path: string }>('project', 'files', 'sample');
  writeFileSync(join(filesDir, '.env'), 'SETTING=from-the-hook\n', { mode: 0o600 });
  task = await createTask(cw, 'Say goodbye');
  await carryOut();
});

afterAll(async () => {
  await Promise.all([model.close(), repo.remove()]);
  await cw[Symbol.asyncDispose]();
});

/** Has the agent do the task, and looks at it halfway. */
async function carryOut(): Promise<void> {
  const looked = gate();
  model.when(/Say goodbye/, [
    tool('mcp__cw__task_show', {}),
    tool('mcp__cw__task_progress', { text: 'half of it stands', percent: 50 }),
    pauseUntil(looked.opened),
    tool('mcp__cw__task_comment', { text: 'Chose a plain function.' }),
    tool('mcp__cw__task_propose_follow_up', { title: 'Say it in German', description: 'Tschüss.' }),
    tool('Bash', { command: commitFarewell }),
    tool('Bash', { command: leaveBehind }),
    [
      text('All done.'),
      result({
        ...{ status: 'done', summary: 'It can say goodbye.', deviations: ['Named it part.'] },
        followUps: [{ title: 'Say it in French', description: 'Au revoir.' }],
      }),
    ],
  ]);
  await using server = await cw.serve();
  await assign(cw, task);
  const isHalfway = async () => (await cw.events()).some(({ type }) => type === 'task.progressed');
  await waitFor(isHalfway, { timeout: 60_000, what: 'the progress that the agent tells of' });
  running = await onlyRun();
  looked.open();
  await cw.until(task.id, ({ status }) => status === 'closed');
  done = await cw.task(task.id);
  run = await onlyRun();
  merge = only(await cw.mergesOf(task.id));
  expect((await server.stop()).code).toBe(0);
}

const onlyRun = async () => only(await cw.runsOf(task.id));

function only<T>(items: readonly T[]): T {
  expect(items).toHaveLength(1);
  const [item] = items;
  if (item === undefined) throw new Error('there is none');
  return item;
}

const gitInClone = (...args: string[]) =>
  repo.git('--git-dir', join(cw.home, 'projects', project.id, 'repo.git'), ...args);

test('an assigned task is done by Claude Code, checked, merged and closed', async () => {
  expect(task).toMatchObject({ state: 'ready', projectId: project.id, dispatch: 'manual' });
  expect(done).toMatchObject({ status: 'closed', outcome: 'done', state: 'done', lease: null });
  expect(done.closeReason).toBe(`Merged into cw/next as ${merge.mergeSha?.slice(0, 12)}.`);
  expect(merge).toMatchObject({ state: 'merged', verdict: 'passed', pushed: true, targetBranch: 'cw/next' });
  expect(merge.checks).toMatchObject([{ command: 'node --test', verdict: 'passed', exitCode: 0 }]);
});

test('the merge is one commit on cw/next that names its task, over the commit of the agent', async () => {
  expect(await repo.head('cw/next')).toBe(merge.mergeSha);
  expect(await repo.git('log', '-1', '--format=%s', 'cw/next')).toBe(`Merge ${task.id}: Say goodbye`);
  expect(await repo.git('log', '-1', '--format=%B', 'cw/next')).toContain(`Cw-Task: ${task.id}\nCw-Run: ${run.id}`);
  expect(await repo.git('rev-list', '--count', '--first-parent', 'main..cw/next')).toBe('1');
  expect(await repo.subjects('main..cw/next^2')).toContain('feat: say goodbye');
  expect(await repo.git('log', '-1', '--format=%ae', 'cw/next^2')).not.toBe('');
});

test('what the agent left is on the branch, except what the set-up hook copied and what looks like a secret', async () => {
  expect(await repo.files('cw/next')).toEqual([...Object.keys(files), 'NOTES.md', 'part.js'].sort());
  expect(await gitInClone('show', `refs/cw/rescue/${run.id}:.env.local`)).toBe('PASSWORD=swordfish');
  expect((await cw.run(['task', 'show', task.id])).stdout).toContain('.env.local');
  expect(existsSync(run.worktree ?? '')).toBe(true);
});

test("the user's checkout, index and branches are as they were, byte for byte", async () => {
  expect(await photograph(repo)).toEqual(before);
  expect(await repo.git('for-each-ref', '--format=%(refname)', 'refs/heads/cw')).toBe('refs/heads/cw/next');
});

test('the run tells how it went and what it cost', async () => {
  const agent = { attempt: 1, provider: 'claude', accountName: 'scripted' };
  expect(running).toMatchObject({ ...agent, step: 'running', outcome: null });
  expect(run).toMatchObject({ ...agent, step: 'ended', outcome: 'done', exitCode: 0, estimated: false });
  expect(run).toMatchObject({ summary: 'It can say goodbye.', deviations: ['Named it part.'], headSha: merge.headSha });
  expect(run.costUsd).toBeGreaterThan(0);
  expect(run.tokens.output).toBeGreaterThan(0);
});

test('what the agent was given is kept: its prompt, its files, and an environment without secrets', async () => {
  const prompt = readFileSync(join(run.logDir, 'PROMPT.md'), 'utf8');
  for (const part of ['Say goodbye', 'Be polite.', 'No exclamation marks.', 'Write short sentences.']) {
    expect(prompt).toContain(part);
  }
  expect(await cw.ask('run', 'prompt', run.id)).toEqual({ prompt });
  expect(readFileSync(join(run.logDir, 'input/0-AGENTS.md'), 'utf8')).toBe(files['AGENTS.md']);
  expect(readFileSync(join(run.logDir, 'env.json'), 'utf8')).not.toContain('scripted-key');
});

type Log = {
  readonly entries: readonly { readonly kind: string; readonly text?: string; readonly name?: string }[];
  readonly complete: boolean;
};

test('the log shows every tool call and what came of it', async () => {
  const { entries, complete } = await cw.ask<Log>('run', 'log', run.id);
  expect(complete).toBe(true);
  expect(entries.filter(({ kind }) => kind === 'tool').map(({ name }) => name)).toEqual([
    ...['mcp__cw__task_show', 'mcp__cw__task_progress', 'mcp__cw__task_comment', 'mcp__cw__task_propose_follow_up'],
    ...['Bash', 'Bash', 'StructuredOutput'],
  ]);
  expect(entries.map((entry) => entry.text ?? '').join('\n')).toContain('SETTING=from-the-hook');
  expect((await cw.run(['run', 'log', run.id])).stdout).toContain('part.js');
});

test('what the agent told through its tools is on the task, and its follow-ups wait for a person', async () => {
  expect((await cw.run(['task', 'show', task.id])).stdout).toContain('Chose a plain function.');
  expect((await cw.ask<Page<TaskView>>('task', 'list', '--all')).total).toBe(1);
  const { items } = await cw.ask<Page<ProposalView>>('task', 'proposals');
  expect(items.map(({ title, state }) => `${title}: ${state}`).sort()).toEqual([
    'Say it in French: waiting',
    'Say it in German: waiting',
  ]);
  const accepted = await cw.ask<TaskView>('task', 'accept', items[0]?.id ?? '');
  expect(accepted).toMatchObject({ status: 'open', dispatch: 'manual', projectId: project.id });
});

test('the history says who did what, once each', async () => {
  const { items } = await cw.ask<Page<HistoryEntry>>('task', 'history', task.id);
  const acted = items.map(({ type, actor }) => `${type} by ${actor.name}`);
  expect(acted).toEqual(expect.arrayContaining(['task.created by ada', 'task.assigned by ada']));
  for (const type of ['task.created', 'task.assigned', 'task.claimed', 'task.closed']) {
    expect(items.filter((entry) => entry.type === type)).toHaveLength(1);
  }
});
