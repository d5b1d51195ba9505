import { join } from 'node:path';
import type { ProjectView } from '@cw/projects';
import type { TaskView } from '@cw/tasks';
import {
  gate,
  pauseUntil,
  result,
  type ScriptedModel,
  startScriptedModel,
  type TempRepo,
  tempRepo,
  tool,
} from '@cw/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repositoryRoot } from './harness/program.ts';
import { addProject, assign, type Checkout, createTask, photograph, useClaude } from './harness/project.ts';
import { isSettled, openWorkspace, type Workspace } from './harness/workspace.ts';

/** What the project holds to: its manifest is JSON, and no note is empty. */
const manifest = `node -e "JSON.parse(require('fs').readFileSync('package.json'))"`;
const check = `${manifest} && ! find notes -type f -empty | grep .`;

let cw: Workspace;
let model: ScriptedModel;
let repo: TempRepo;
let project: ProjectView;
let before: Checkout;
let tasks: Readonly<Record<'guide' | 'index' | 'rival' | 'broken', TaskView>>;

beforeAll(async () => {
  [cw, model, repo] = await Promise.all([openWorkspace(), startScriptedModel(), tempRepo()]);
  await repo.git('fetch', '-q', repositoryRoot, 'HEAD');
  await repo.git('reset', '-q', '--hard', 'FETCH_HEAD');
  before = await photograph(repo);
  await useClaude(cw, model);
  await cw.set('orchestrator.maxConcurrent', '2');
  project = await addProject(cw, repo, '--check', check);
  await carryOut();
});
afterAll(async () => {
  await model.close();
  await cw[Symbol.asyncDispose]();
  await repo.remove();
});

const bash = (command: string) => tool('Bash', { command });
const done = (summary: string) => result({ status: 'done', summary });
const commit = (message: string) => `git add -A && git commit -q -m "${message}"`;

/**
 * Four tasks through Claude Code: a guide, an index that needs it, one that breaks what the project holds to, and a rival
 * that begins beside the guide, edits the same line, and is finished only when the guide was merged.
 */
async function carryOut(): Promise<void> {
  const [rivalBegan, guideMerged] = [gate(), gate()];
  model.when('Write a guide', [
    pauseUntil(rivalBegan.opened),
    bash('mkdir -p notes && echo "A guide." > notes/guide.md && sed -i "1s/.*/# Guided/" docs/architecture.md'),
    bash(commit('docs: guide')),
    done('Wrote notes/guide.md.'),
  ]);
  model.when('Rename it all', [
    () => {
      rivalBegan.open();
      return bash(`sed -i "1s/.*/# Rival/" docs/architecture.md && ${commit('docs: rival')}`);
    },
    pauseUntil(guideMerged.opened),
    done('Renamed it.'),
  ]);
  model.when('List the notes', [
    bash(`cat notes/guide.md && ls notes > notes/index.md && ${commit('docs: index')}`),
    done('Listed them.'),
  ]);
  model.when('Empty a note', [bash(`: > notes/empty.md && ${commit('docs: nothing')}`), done('Emptied it.')]);
  const guide = await createTask(cw, 'Write a guide');
  const rival = await createTask(cw, 'Rename it all');
  const index = await createTask(cw, 'List the notes', { needs: [guide.id] });
  const broken = await createTask(cw, 'Empty a note', { needs: [index.id] });
  await using server = await cw.serve();
  await assign(cw, guide, rival, index, broken);
  const settled = (task: TaskView) => cw.until(task.id, isSettled, 120_000);
  const guided = await settled(guide);
  guideMerged.open();
  tasks = { guide: guided, rival: await settled(rival), index: await settled(index), broken: await settled(broken) };
  await server.stop();
}

test('a task that needs another begins on what that one was merged to', async () => {
  expect(tasks.guide).toMatchObject({ status: 'closed', outcome: 'done' });
  expect(tasks.index).toMatchObject({ status: 'closed', outcome: 'done' });
  const [[guide], [index]] = await Promise.all([cw.runsOf(tasks.guide.id), cw.runsOf(tasks.index.id)]);
  expect(Date.parse(index?.createdAt ?? '')).toBeGreaterThanOrEqual(Date.parse(tasks.guide.closedAt ?? ''));
  expect(await repo.git('merge-base', '--is-ancestor', guide?.headSha ?? '', index?.baseSha ?? '')).toBe('');
  expect(await repo.show('cw/next', 'notes/index.md')).toBe('guide.md\nindex.md\n');
  expect(await cw.ask('run', 'prompt', index?.id ?? '')).toMatchObject({
    prompt: expect.stringContaining('Wrote notes/guide.md.'),
  });
});

test('one that conflicts with another waits with the file, and its branch is kept', async () => {
  expect(tasks.rival).toMatchObject({
    status: 'blocked',
    statusReason: expect.stringContaining('docs/architecture.md'),
  });
  const [merge] = await cw.mergesOf(tasks.rival.id);
  expect(merge).toMatchObject({ state: 'conflict', conflictFiles: ['docs/architecture.md'] });
  const clone = join(cw.home, 'projects', project.id, 'repo.git');
  expect(await repo.git('--git-dir', clone, 'show', `${merge?.branch}:docs/architecture.md`)).toMatch(/^# Rival\n/);
  expect(await repo.show('cw/next', 'docs/architecture.md')).toMatch(/^# Guided\n/);
});

test('one whose check fails waits with the check, and is not merged', async () => {
  expect(tasks.broken).toMatchObject({ status: 'blocked', statusReason: expect.stringMatching(/check .* failed/) });
  expect(await cw.mergesOf(tasks.broken.id)).toMatchObject([{ state: 'checks-failed', verdict: 'failed' }]);
  expect(await repo.files('cw/next')).not.toContain('notes/empty.md');
});

test('git holds two merges over the history there was, and the database names them', async () => {
  const merges = (await repo.git('log', '--first-parent', '--format=%H %s', 'main..cw/next')).split('\n');
  const [[guide], [index]] = await Promise.all([cw.mergesOf(tasks.guide.id), cw.mergesOf(tasks.index.id)]);
  expect(merges).toEqual([
    `${index?.mergeSha} Merge ${tasks.index.id}: List the notes`,
    `${guide?.mergeSha} Merge ${tasks.guide.id}: Write a guide`,
  ]);
  expect(await photograph(repo)).toEqual(before);
  expect((await cw.events()).filter(({ type }) => type === 'run.ended')).toHaveLength(4);
});

test('every run is settled, with what it cost', async () => {
  for (const { id } of Object.values(tasks)) {
    expect(await cw.runsOf(id)).toMatchObject([{ step: 'ended', outcome: 'done', attempt: 1, estimated: false }]);
    expect((await cw.runsOf(id))[0]?.costUsd).toBeGreaterThan(0);
  }
});
