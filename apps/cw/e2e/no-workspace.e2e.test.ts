import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { tempRepo } from '@cw/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkspace, type Workspace } from './harness/workspace.ts';

let cw: Workspace;
beforeAll(async () => {
  cw = await openWorkspace();
});
afterAll(() => cw[Symbol.asyncDispose]());

test.each([
  ['list', '--mine'],
  ['ready', '--claim'],
  ['show', 'abcd'],
  ['project', 'list'],
])('cw %s %s at a home that is not there tells so and makes none', async (...line) => {
  const home = join(cw.userHome, 'mistyped', 'home');
  const ran = await cw.run(line, { env: { ...cw.env, CW_HOME: home } });
  expect(ran.stderr).toContain(`There is no workspace at ${home} yet.`);
  expect(existsSync(join(cw.userHome, 'mistyped'))).toBe(false);
});

test.each([
  [['undo', '--yes'], 'undo.nothing'],
  [['task', 'undo', '--dry-run'], 'undo.nothing'],
  [['project', 'files', 'shop'], 'project.not-found'],
  [['run', 'log', 'rn_1'], 'run.not-found'],
  [['run', 'prompt', 'rn_1'], 'run.not-found'],
  [['account', 'show', 'work'], 'account.not-found'],
  [['demo', '--port', 'x'], 'usage.invalid'],
])('cw %j at a home that is not there is refused and makes none', async (line, code) => {
  const home = join(cw.userHome, 'never-made');
  const { error } = await cw.refusal(line, { env: { ...cw.env, CW_HOME: home } });
  expect(error.code).toBe(code);
  expect(existsSync(home)).toBe(false);
});

test.each([
  ['config', 'list'],
  ['config', 'get', 'orchestrator.maxConcurrent'],
  ['account', 'list'],
  ['backup', 'list'],
  ['doctor', '--json'],
])('cw %s %s only looks, and makes no workspace', async (...line) => {
  const home = join(cw.userHome, 'never-made');
  await cw.runQuick(line, { env: { ...cw.env, CW_HOME: home } });
  expect(existsSync(home)).toBe(false);
});

test('a demo puts nothing into a folder with other files, and tells where to', async () => {
  await using repo = await tempRepo({ files: { 'a.txt': 'a\n' } });
  const before = readdirSync(repo.path).sort();
  const { code, error } = await cw.refusal(['demo', '--home', repo.path]);
  expect([code, error.code]).toEqual([1, 'demo.folder-not-empty']);
  expect(error.message).toContain(repo.path);
  expect(error.hint).toContain('cw demo --home');
  expect(readdirSync(repo.path).sort()).toEqual(before);
});

test('a home that is a link to nowhere is told of, and is not taken for a workspace that is to come', async () => {
  const env = { ...cw.env, CW_HOME: join(cw.userHome, 'link') };
  symlinkSync(join(cw.userHome, 'not-mounted'), env.CW_HOME);
  for (const line of [['task', 'list'], ['health'], ['task', 'create', 'x']]) {
    const { code, error } = await cw.refusal(line, { env });
    expect([line, code, error.code]).toEqual([line, 69, 'storage.not-a-folder']);
    expect(error.message).toContain('is broken');
  }
  expect(existsSync(join(cw.userHome, 'not-mounted'))).toBe(false);
});
