import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { agentStates, taskStates } from '@cw/kernel';
import type { Page, ProposalView } from '@cw/tasks';
import { result, startScriptedModel, type TempDir, type TempRepo, tempDir, tempRepo, tool } from '@cw/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCommands } from '../../src/cli/catalog.ts';
import { addProject, assign, committing, createTask, useClaude } from '../harness/project.ts';
import { type Envelope, envelopeIn } from '../harness/run-cw.ts';
import { openWorkspace, type Workspace } from '../harness/workspace.ts';
import { type Line, lines, type Named } from './lines.ts';

let cw: Workspace;
let folder: TempDir;
let repos: readonly TempRepo[];
let named: Named;

beforeAll(async () => {
  [cw, folder] = await Promise.all([openWorkspace(), tempDir()]);
  repos = await Promise.all([tempRepo({ files: { 'a.txt': 'a' } }), tempRepo({ files: { 'a.txt': 'a' } })]);
  await writeFile(join(folder.path, 'import.jsonl'), '{"id":"b-1","title":"From elsewhere"}\n');
  await writeFile(join(folder.path, 'replan.json'), '[{"title":"Instead"}]');
  await writeFile(join(folder.path, 'batch.txt'), 'create "In a batch" --key a\n{"op":"close","id":"a"}\n');
  named = await makeNamed();
});
afterAll(async () => {
  await cw[Symbol.asyncDispose]();
  for (const made of [folder, ...repos]) await made.remove();
});

const answer = result({
  ...{ status: 'done', summary: 'Done.' },
  followUps: ['One more', 'Another'].map((title) => ({ title, description: '' })),
});

async function makeNamed(): Promise<Named> {
  const [sample, spare] = repos;
  if (sample === undefined || spare === undefined) throw new Error('there is no repository');
  await addProject(cw, sample);
  await using model = await startScriptedModel({ script: [tool('Bash', { command: committing('done.txt') }), answer] });
  await useClaude(cw, model);
  const done = await createTask(cw, 'Done');
  await using server = await cw.serve();
  await assign(cw, done);
  await cw.until(done.id, ({ status }) => status === 'closed');
  await server.stop();
  const [[run], [merge]] = await Promise.all([cw.runsOf(done.id), cw.mergesOf(done.id)]);
  const [task, other] = [await createTask(cw, 'One'), await createTask(cw, 'Other')];
  const [first, second] = (await cw.ask<Page<ProposalView>>('task', 'proposals')).items;
  return {
    ...{ folder: folder.path, repository: spare.path, task: task.id, other: other.id },
    ...{ run: run?.id ?? '', merge: merge?.id ?? '', followUps: [first?.id ?? '', second?.id ?? ''] },
  };
}

/** The command and its line, by the words of its path. */
const commands = allCommands.map(({ path, summary }) => ({ name: path.join(' '), path, summary }));

function lineOf(name: string): Line {
  const found = lines(named)[name];
  if (found === undefined) throw new Error(`lines.ts has no line for cw ${name}`);
  return found;
}

const everyName = commands.map(({ name }) => name);
const escapeCode = String.fromCharCode(27);

test('every command has its line in this suite', () => {
  expect(Object.keys(lines(named)).sort()).toEqual([...everyName].sort());
});

test.each(commands)('cw $name --help says what it is for', async ({ path, summary }) => {
  const ran = await cw.runQuick([...path, '--help']);
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(ran.stdout).toContain(`Usage: cw ${path.join(' ')}`);
  expect(ran.stdout.replace(/\s+/g, ' ')).toContain(summary);
  expect(ran.stdout).not.toContain(escapeCode);
});

test('cw --help leads to every command', async () => {
  const { stdout } = await cw.run(['--help']);
  for (const word of new Set(allCommands.map(({ path }) => path[0])))
    expect(stdout).toMatch(new RegExp(`^  ${word}\\b`, 'm'));
  for (const [group, verb] of [
    ['task', 'ready'],
    ['run', 'log'],
    ['merge', 'retry'],
  ] as const) {
    expect((await cw.run([group, '--help'])).stdout).toMatch(new RegExp(`^  ${verb}\\b`, 'm'));
  }
});

/** One of each part that the build puts commands into: the program itself is started for these. */
const ofEachPart = [
  ...['task ready', 'task list', 'task show', 'task query', 'task create', 'task batch', 'task import'],
  ...['run list', 'project list', 'inbox list', 'backup create', 'doctor'],
];
const runAs = (name: string): Workspace['runQuick'] => (ofEachPart.includes(name) ? cw.run : cw.runQuick);

describe('every command, in turn', () => {
  test.each(everyName)('cw %s --json prints one envelope', async (name) => {
    const { args, refused, isList } = lineOf(name);
    const ran = await runAs(name)([...name.split(' '), ...args, '--json']);
    const envelope: Envelope<unknown> = envelopeIn(ran);
    if (refused !== undefined) {
      expect(envelope).toMatchObject({ ok: false, error: { code: refused } });
      expect([1, 69]).toContain(ran.code);
      return;
    }
    expect(envelope).toMatchObject({ ok: true });
    expect(ran.code).toBe(0);
    if (isList) expect(envelope).toMatchObject({ data: { items: expect.any(Array), total: expect.any(Number) } });
    if (isList) expect(envelope).toHaveProperty('data.nextCursor');
    expectCamelCase(envelope);
  });
});

const ofStates: ReadonlySet<string> = new Set([...taskStates, ...agentStates]);

/** Names of JSON are in camel case; counts by state have the states' own, as `state` has them elsewhere. */
function expectCamelCase(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (!Array.isArray(value) && !ofStates.has(name)) expect(name).toMatch(/^[a-z][A-Za-z0-9]*$/);
    expectCamelCase(inner);
  }
}

const readOnly = [
  'project list',
  'task list',
  'task show',
  'task proposals',
  'run list',
  'run show',
  'merge list',
  'merge show',
  'config list',
  'config get',
];

test.each(readOnly)('cw %s --quiet prints ids and nothing else', async (name) => {
  const { args, quiet = /^[a-z]{2,4}_[0-9a-z]{12}$/ } = lineOf(name);
  const ran = await runAs(name)([...name.split(' '), ...args, '--quiet']);
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  for (const id of ran.stdout.split('\n').filter(Boolean)) expect(id).toMatch(quiet);
});

test.each(readOnly)('cw %s for people is aligned text without colour codes in a pipe', async (name) => {
  const ran = await runAs(name)([...name.split(' '), ...lineOf(name).args]);
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(ran.stdout).not.toContain(escapeCode);
  expect(ran.stdout).not.toMatch(/[ \t]\n/);
});

const withTimes = [
  'agent list',
  'agent show',
  'task comments',
  'task checkpoint list',
  'task history',
  'task plan show',
];

test.each([...readOnly, ...withTimes, ...['account list', 'backup list', 'health', 'message list', 'rule list']])(
  'cw %s tells times as people read them',
  async (name) => {
    const ran = await cw.runQuick([...name.split(' '), ...lineOf(name).args]);
    expect(ran.stdout).not.toMatch(/\d{4}-\d\d-\d\dT\d\d:\d\d/);
  },
);

test.each(['task list', 'run list', 'merge list', 'rule list'])('cw %s goes on where it ended', async (name) => {
  const words = name.split(' ');
  const all = name === 'task list' ? ['--all'] : [];
  const whole = await cw.ask<Page<{ id: string }>>(...words, ...all);
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page<{ id: string }> = await cw.ask(
      ...words,
      ...all,
      '--limit',
      '1',
      ...(cursor ? ['--cursor', cursor] : []),
    );
    expect(page.total).toBe(whole.total);
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(whole.items.map(({ id }) => id));
});

/** Every command that can be told how many it is to show. */
const limited = allCommands
  .filter(({ options = [] }) => options.some((option) => option.name === 'limit'))
  .map(({ path }) => path.join(' '));

test('most commands with a list can be told how many', () => {
  expect(limited.length).toBeGreaterThan(10);
});

test.each(limited)('cw %s refuses a limit that is none, and one that is beyond the largest', async (name) => {
  const { args } = lineOf(name);
  const given = args.filter((word, at) => word !== '--limit' && args[at - 1] !== '--limit');
  for (const limit of ['0', '-1', '1.5', 'many', '99999999', '99999999999999999999']) {
    const { code, error } = await cw.refusal([...name.split(' '), ...given, `--limit=${limit}`]);
    expect({ limit, code, error }).toMatchObject({
      ...{ code: 2, error: { code: expect.stringMatching(/(limit|bad-page)$/) } },
    });
    expect(`${error.message} ${error.hint}`, 'says which numbers are taken').toMatch(/\d/);
  }
});

test('a claim where nothing is ready is an empty list', async () => {
  const home = join(cw.userHome, 'empty');
  const ran = await cw.run(['task', 'ready', '--claim', '--json', '--home', home]);
  expect(envelopeIn(ran)).toEqual({ ok: true, data: { items: [], total: 0, nextCursor: null } });
});

test.each([[[]], [['task']], [['task', 'dep']]])(
  'a line that ends at a group, %j, is answered with its help',
  async (args) => {
    const said = await cw.run(args);
    expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(said.stdout).toMatch(/^Usage: cw [\s\S]*Commands:/);
    await expectNoCommand(args);
  },
);

test('help that is asked for what there is not shows what there is', async () => {
  const said = await cw.run(['help', 'nonsense']);
  expect(said).toMatchObject({ code: 2, stdout: '' });
  expect(said.stderr).toMatch(/^Usage: cw [\s\S]*Commands:/);
  await expectNoCommand(['help', 'nonsense']);
});

/** Programs get one envelope that says so. */
async function expectNoCommand(args: readonly string[]): Promise<void> {
  const { code, error } = await cw.refusal(args);
  expect(code).toBe(2);
  expect(error).toMatchObject({ code: 'usage.invalid', message: 'The line names no command.' });
}
