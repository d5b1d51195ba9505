import { spawn } from 'node:child_process';
import type { TaskView } from '@cw/tasks';
import { tempRepo } from '@cw/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { program } from './harness/program.ts';
import { addProject } from './harness/project.ts';
import { ended, type Ran } from './harness/run-cw.ts';
import { openWorkspace, type Workspace } from './harness/workspace.ts';

// Words that a terminal would obey: colours, a title for its window, a cleared screen, a line that is read backwards.
const title = 'Read \u202esdrawkcab\u2066';
const hostile = '\u001b[31mred\u001b]0;mine\u0007\u009b2J\u202etxet\u2066';
const obeyed = /(?![\n\t])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const colours = /\p{Cc}\[(?:1|2|22|3[1-69])m/gu;

let cw: Workspace;
let env: Record<string, string>;
let task: TaskView;

beforeAll(async () => {
  cw = await openWorkspace();
  await using repo = await tempRepo({ files: { 'a.txt': 'a\n' } });
  await addProject(cw, repo);
  env = {
    ...cw.env,
    CW_HOME: cw.home,
    CW_ACTOR: `ada ${hostile}`,
    CW_SESSION: `night ${hostile}`,
    FORCE_COLOR: '1',
    NO_COLOR: '',
  };
  const made = await cw.run(['task', 'create', title, '--description', hostile, '--project', 'sample', '--json'], {
    env,
  });
  task = JSON.parse(made.stdout).data;
  for (const line of [
    ['task', 'comment', task.id, hostile],
    ['task', 'artifact', 'add', task.id, 'report', hostile],
    ['task', 'claim', task.id],
    ['task', 'block', task.id, '--reason', hostile],
    ['message', 'send', 'person', hostile],
    ['pause', '--reason', hostile],
  ]) {
    await cw.run(line, { env });
  }
});
afterAll(() => cw[Symbol.asyncDispose]());

function expectHarmless({ stdout, stderr }: Ran): void {
  expect(`${stdout}${stderr}`.replaceAll(colours, '').match(obeyed)).toBe(null);
}

test.each([
  ['task', 'list', '--all'],
  ['task', 'show', 'ID', '--full'],
  ['task', 'history', 'ID'],
  ['task', 'comments', 'ID'],
  ['task', 'show', 'ID', '--json'],
  ['task', 'query', `title = "${hostile}"`],
  ['task', 'show', hostile],
  ['task', 'list', '--project', hostile],
  ['events'],
  ['events', '--json'],
  ['agent', 'list'],
  ['message', 'list'],
  ['inbox', 'list'],
  ['health'],
  ['prime'],
  [hostile],
  ['task', hostile],
  ['--home', `/nowhere/${hostile}`, 'task', 'list'],
])('nothing that cw %s %s prints is obeyed by a terminal', async (...words) => {
  const line = words.map((word) => (word === 'ID' ? task.id : word));
  const ran = await cw.run(line, { env });
  expectHarmless(ran);
  expect(ran.stdout + ran.stderr).not.toBe('');
});

test('what a program reads is what was written', async () => {
  const { stdout } = await cw.run(['task', 'show', task.id, '--json'], { env });
  expect(JSON.parse(stdout).data).toMatchObject({ description: hostile });
  const exported = await cw.run(['task', 'export'], { env });
  expect(exported.stdout).toContain(JSON.stringify(hostile).slice(1, -1));
});

test('an export that goes to a terminal is not obeyed by it either', async () => {
  const line = `${program()} task export`;
  const child = spawn('script', ['-qec', line, '/dev/null'], { env: { ...env, PATH: process.env.PATH } });
  const { stdout } = await ended(child);
  expect(stdout).toContain(task.id);
  expectHarmless({ code: 0, signal: null, stderr: '', stdout: stdout.replaceAll('\r\n', '\n') });
});
