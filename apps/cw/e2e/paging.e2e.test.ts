import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runOnTerminal } from './harness/on-terminal.ts';
import { openWorkspace, type Workspace } from './harness/workspace.ts';

let cw: Workspace;
let pager: string;
beforeAll(async () => {
  cw = await openWorkspace();
  const lines = Array.from({ length: 40 }, (_, n) => `create "Task ${n + 1}"`);
  await cw.runQuick(['task', 'batch', '-'], { env: { ...cw.env, CW_HOME: cw.home }, input: lines.join('\n') });
  pager = join(cw.userHome, 'pager');
  await writeFile(pager, '#!/bin/sh\necho "<paged $1 $LESS>"; cat; echo "</paged>"\n');
  await chmod(pager, 0o755);
});
afterAll(() => cw[Symbol.asyncDispose]());

const list = (env: Record<string, string>, ...more: string[]) => {
  const { PAGER: _, CW_PAGER: __, ...clean } = cw.env;
  return runOnTerminal(['task', 'list', ...more], {
    env: { ...clean, PATH: process.env.PATH ?? '', CW_HOME: cw.home, ...env },
  });
};

test('what is longer than the terminal goes through the pager, in colour, and with its words', async () => {
  const { stdout, code } = await list({ PAGER: `${pager} plainly`, NO_COLOR: '' });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^<paged plainly FRX>/);
  expect(stdout).toContain('Task 40');
  expect(stdout).toContain('\u001b[');
  expect(stdout.trimEnd()).toMatch(/<\/paged>$/);
  expect((await list({ PAGER: 'false', CW_PAGER: pager })).stdout).toContain('<paged');
});

test.each([
  ['it fits', {}, ['--limit', '5']],
  ['somebody says so', {}, ['--no-pager']],
  ['it is for programs', {}, ['--json']],
  ['only ids are asked for', {}, ['--quiet']],
  ['there is to be none', { CW_PAGER: '' }, []],
  ['it is cat', { CW_PAGER: 'cat' }, []],
  ['the terminal can do nothing', { TERM: 'dumb' }, []],
  ['there is no such pager', { CW_PAGER: 'no-such-pager' }, []],
])('it is printed at once where %s', async (_why, env, more) => {
  const { stdout, code } = await list({ PAGER: pager, ...env }, ...more);
  expect(code).toBe(0);
  expect(stdout).toMatch(/Task|tk_/);
  expect(stdout).not.toContain('<paged');
});

test('a long help goes through the pager too', async () => {
  const env = { ...cw.env, PATH: process.env.PATH ?? '', PAGER: pager };
  expect((await runOnTerminal(['--help'], { env })).stdout).toMatch(/^<paged[\s\S]*Usage: cw/);
  expect((await runOnTerminal(['--help', '--no-pager'], { env })).stdout).toMatch(/^Usage: cw/);
});

test('in a pipe nothing is paged', async () => {
  const { stdout } = await cw.run(['task', 'list'], { env: { ...cw.env, CW_HOME: cw.home, PAGER: pager } });
  expect(stdout).not.toContain('<paged');
});
