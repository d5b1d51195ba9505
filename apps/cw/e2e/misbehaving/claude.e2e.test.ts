import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processesCarrying, result, type ScriptedModel, startScriptedModel, tool } from '@cw/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useClaude } from '../harness/project.ts';
import { type Bench, expectHeld, expectMerged, openBench, work } from './bench.ts';

let bench: Bench;
let model: ScriptedModel;
beforeAll(async () => {
  [bench, model] = await Promise.all([openBench(), startScriptedModel()]);
  await useClaude(bench.cw, model);
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await model.close();
});

const bash = (command: string) => tool('Bash', { command });
const commit = (name: string) => bash(`echo x > ${name}.txt && git add ${name}.txt && git commit -qm "feat: ${name}"`);
const done = result({ status: 'done', summary: 'Did it.' });

test('Claude Code that deletes the worktree under its own feet: what it committed is kept, and the worktree is whole again', async () => {
  model.when('Sweep up', [commit('swept'), bash('rm -rf "$PWD"'), done]);
  const held = await work(bench, 'Sweep up');
  expect(held.task.status).toBe('blocked');
  expect(await bench.git('show', `refs/heads/${held.run.branch}:swept.txt`)).toBe('x');
  expect(await readFile(join(held.run.worktree ?? '', 'README.md'), 'utf8')).toBe('hello\n');
});

test('Claude Code that deletes .git goes on, and its work is merged', async () => {
  model.when('No history', [
    commit('history'),
    bash(`node -e "require('fs').rmSync('.git')"; echo more > more.txt`),
    done,
  ]);
  const merged = await work(bench, 'No history');
  expectMerged(merged);
  expect(merged.run.denials).toEqual([]);
  expect(await bench.repo.files('cw/next')).toEqual(expect.arrayContaining(['history.txt', 'more.txt']));
});

test('Claude Code that commits the prepared .env by force is held', async () => {
  model.when('Everything', [bash('git add -f .env && git commit -qm "chore: everything"'), done]);
  expectHeld(await work(bench, 'Everything'), /\.env in [0-9a-f]{12}/);
});

test('Claude Code that starts a server and leaves it running is merged, and the server is ended', async () => {
  const server = 'setsid -f sh -c "while :; do /bin/sleep 1500; done" >/dev/null 2>&1 </dev/null';
  model.when('Serve', [commit('serve'), bash(server), done]);
  expectMerged(await work(bench, 'Serve'));
  const left = await processesCarrying(`HOME=${bench.cw.userHome}`);
  expect(left.filter(({ command }) => command.includes('/bin/sleep 1500'))).toEqual([]);
});

test('Claude Code that answers again after its result: the last answer counts, once', async () => {
  const wrong = result({ status: 'finished', summary: 'Not of the form.' });
  model.when('Second thoughts', [commit('second'), wrong, done]);
  const merged = await work(bench, 'Second thoughts');
  expectMerged(merged);
  expect(merged.run).toMatchObject({ outcome: 'done', summary: 'Did it.', estimated: false });
});
