import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page, TaskView } from '@cw/tasks';
import { claudeEnv, claudeProgram, type ModelRequest, startScriptedModel, text, tool } from '@cw/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { program } from '../harness/program.ts';
import { ended } from '../harness/run-cw.ts';
import { openWorkspace, type Workspace } from '../harness/workspace.ts';

let cw: Workspace;
let repository: string;

beforeEach(async () => {
  cw = await openWorkspace();
  repository = join(cw.userHome, 'code');
  mkdirSync(join(repository, '.git'), { recursive: true });
  mkdirSync(join(repository, 'deep/down'), { recursive: true });
});
afterEach(() => cw[Symbol.asyncDispose]());

const inRepository = (...args: string[]) =>
  cw.run(args, { env: { ...cw.env, CW_HOME: cw.home }, cwd: join(repository, 'deep/down') });

test.each([
  ['claude', '.claude.json', '.mcp.json'],
  ['codex', '.codex/config.toml', '.codex/config.toml'],
  ['opencode', '.config/opencode/opencode.json', 'opencode.json'],
  ['cursor', '.cursor/mcp.json', '.cursor/mcp.json'],
])('the configuration of %s is written, shown and taken out again', async (client, ofUser, ofProject) => {
  const printed = await inRepository('setup', client, '--print');
  expect(printed).toMatchObject({ code: 0, stderr: '' });
  expect(printed.stdout).toMatch(/cw[\s\S]*"mcp"[\s\S]*"--as-user"[\s\S]*"--home"/);
  for (const [args, path] of [
    [[], join(cw.userHome, ofUser)],
    [['--project'], join(repository, ofProject)],
  ] as const) {
    const set = await inRepository('setup', client, ...args, '--json');
    expect(JSON.parse(set.stdout)).toMatchObject({ ok: true, data: { path, change: 'created' } });
    const written = readFileSync(path, 'utf8');
    const again = await inRepository('setup', client, ...args, '--json');
    expect(JSON.parse(again.stdout)).toMatchObject({ data: { change: 'unchanged' } });
    expect(readFileSync(path, 'utf8')).toBe(written);
    const removed = await inRepository('setup', client, ...args, '--remove');
    expect(removed.stdout).toContain(path);
    expect(readFileSync(path, 'utf8')).not.toContain('--as-user');
  }
});

test.each([
  [[], '.claude/settings.json'],
  [['--project'], 'code/.claude/settings.json'],
])('the session hook of claude %j stands beside what is set already, and is taken out again', async (args, file) => {
  const path = join(cw.userHome, file);
  mkdirSync(dirname(path), { recursive: true });
  const mine = '{\n  "model": "opus",\n  "hooks": {\n    "Stop": []\n  }\n}\n';
  writeFileSync(path, mine);
  const set = await inRepository('setup', 'claude', ...args);
  expect(set.stdout).toMatch(/^Each session starts with .*prime --home .*: updated .*settings\.json\./m);
  const { hooks, model } = JSON.parse(readFileSync(path, 'utf8'));
  expect({ hooks, model }).toMatchObject({
    model: 'opus',
    hooks: {
      Stop: [],
      SessionStart: [{ hooks: [{ type: 'command', command: expect.stringMatching(/cw'? prime --home/) }] }],
    },
  });
  await inRepository('setup', 'claude', ...args, '--remove');
  expect(readFileSync(path, 'utf8')).toBe(mine);
  await inRepository('setup', 'claude', ...args, '--no-hook');
  expect(readFileSync(path, 'utf8')).toBe(mine);
  writeFileSync(path, '{ "hooks": {');
  const config = join(cw.userHome, args.length === 0 ? '.claude.json' : 'code/.mcp.json');
  const before = readFileSync(config, 'utf8');
  const refused = await inRepository('setup', 'claude', ...args, '--json');
  expect(JSON.parse(refused.stdout)).toMatchObject({
    error: { code: 'setup.unreadable', message: expect.stringContaining(path) },
  });
  expect(readFileSync(config, 'utf8')).toBe(before);
});

test('a configuration that cannot be read is left as it is, and what belongs there can be shown', async () => {
  const path = join(cw.userHome, '.cursor/mcp.json');
  mkdirSync(dirname(path));
  writeFileSync(path, '{ "mcpServers": { broken');
  const { code, error } = await cw.refusal(['setup', 'cursor']);
  expect({ code, error }).toMatchObject({
    code: 1,
    error: { code: 'setup.unreadable', hint: expect.stringContaining('--print') },
  });
  expect(error.message).toMatch(/mcp\.json cannot be read as JSON: line 1: .* Nothing was written\./);
  expect(readFileSync(path, 'utf8')).toBe('{ "mcpServers": { broken');
  expect(readdirSync(dirname(path))).toEqual(['mcp.json']);
});

test('a file that is a link stays one', async () => {
  const real = join(cw.userHome, 'dotfiles.json');
  writeFileSync(real, '{"theme":"dark"}\n');
  symlinkSync(real, join(cw.userHome, '.claude.json'));
  await cw.ask('setup', 'claude');
  expect(JSON.parse(readFileSync(real, 'utf8'))).toMatchObject({
    theme: 'dark',
    mcpServers: { cw: { type: 'stdio' } },
  });
});

test('an agent’s run may not give itself the tools of a person', async () => {
  const env = { ...cw.env, CW_HOME: cw.home, CW_RUN: 'rn_000000000000' };
  expect(await cw.refusal(['setup', 'claude'], { env })).toMatchObject({ error: { code: 'people.only' } });
  expect((await cw.run(['prime'], { env })).stderr).toContain('run.not-found');
});

test('Claude Code, set up, keeps the tracker as the person, and holds what it claims', async () => {
  await using model = await startScriptedModel();
  const told: string[] = [];
  const hear = ({ lastToolResults }: ModelRequest) => told.push(...lastToolResults.map((result) => result.text));
  let opening = '';
  await cw.ask('task', 'create', 'Greet in French');
  model.when(/Do what is next/, [
    ({ body }) => {
      opening = JSON.stringify(body);
      return tool('mcp__cw__task_ready', { claim: true });
    },
    (request) => {
      hear(request);
      const id: unknown = JSON.parse(told[0] ?? '{}').id;
      return tool('mcp__cw__task_create', { title: 'Greet in Welsh', discoveredFrom: id });
    },
    (request) => {
      hear(request);
      return text('That is that.');
    },
  ]);
  const env = { ...claudeEnv({ url: model.url, home: cw.userHome }), CW_ACTOR: 'ada' };
  await cw.run(['setup', 'claude'], { env: { ...env, CW_HOME: cw.home } });
  const child = spawn(claudeProgram(), ['-p', 'Do what is next.', '--allowedTools', 'mcp__cw'], {
    env,
    cwd: repository,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  expect(await ended(child)).toMatchObject({ code: 0, stdout: expect.stringContaining('That is that.') });
  const { items } = await cw.ask<Page<TaskView>>('task', 'list');
  const [welsh, french] = ['Welsh', 'French'].map((word) => items.find(({ title }) => title.endsWith(word)));
  expect(french).toMatchObject({ status: 'in_progress', lease: { expiresAt: expect.any(String) } });
  expect(french?.lease?.holder).toMatch(/^claude\S*:\d+\.\d+$/);
  expect((await cw.task(welsh?.id ?? '')).dependencies).toEqual([{ type: 'discovered-from', id: french?.id }]);
  expect(told.join('\n')).toContain('Greet in Welsh');
  expect(opening).toContain('Ready, most urgent first:');
});

test('what an agent is told in a shell takes under a thousand tokens, however much there is', async () => {
  const long = 'ü'.repeat(480);
  const env = { ...cw.env, CW_HOME: cw.home, CW_SESSION: 'one' };
  const lines = Array.from({ length: 60 }, (_, n) => `create "${n} ${long}" --key k${n}\nclaim k${n}`);
  const made = await cw.run(['task', 'batch', '-'], { env, input: lines.slice(0, 20).join('\n') });
  expect(made).toMatchObject({ code: 0 });
  const ids = (await cw.ask<Page<TaskView>>('task', 'list', '--state', 'in-progress')).items.map(({ id }) => id);
  await cw.run(['task', 'checkpoint', 'add', ids[0] ?? '', 'word '.repeat(2_000)], { env });
  await cw.run(['task', 'batch', '-'], {
    env,
    input: lines
      .slice(20)
      .map((line) => line.split('\n')[0])
      .join('\n'),
  });
  const { stdout, code } = await cw.run(['prime'], { env });
  expect(code).toBe(0);
  expect(stdout.length / 4).toBeLessThan(1_000);
  for (const part of ['You hold:', 'last checkpoint: word', 'Ready, most urgent first:', 'cw task close <id>']) {
    expect(stdout).toContain(part);
  }
});

test('a client is told of the program by name where that finds it, else by its place', async () => {
  const commandWith = async (path: string) => {
    const env = { ...cw.env, CW_HOME: cw.home, PATH: path };
    const { stdout } = await cw.run(['setup', 'cursor', '--json'], { env });
    return JSON.parse(stdout).data.command.slice(0, -4);
  };
  const plain = `${dirname(process.execPath)}:/usr/bin:/bin`;
  expect(await commandWith(`${dirname(program())}:${plain}`)).toEqual(['cw']);
  expect((await commandWith(plain)).at(-1)).toBe(program());
});
