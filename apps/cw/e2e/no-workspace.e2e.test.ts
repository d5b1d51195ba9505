import { existsSync } from 'node:fs';
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
