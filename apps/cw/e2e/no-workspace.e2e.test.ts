import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
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
