import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { claudeEnv, claudeProgram } from './claude.ts';
import { leakCheck } from './leak-check.ts';
import { result, status, text, tool } from './model/answer.ts';
import { field, isRecord } from './model/json.ts';
import { gate, pauseUntil } from './model/script.ts';
import { type ScriptedModel, startScriptedModel } from './model/scripted-model.ts';
import { tempDir } from './temp-dir.ts';
import { gitEnv, tempRepo } from './temp-repo.ts';
import { waitFor } from './wait-for.ts';

const schema = JSON.stringify({
  type: 'object',
  properties: { status: { type: 'string', enum: ['done', 'blocked'] } },
  required: ['status'],
  additionalProperties: false,
});

const workerFlags = [
  '--output-format',
  'stream-json',
  '--verbose',
  '--json-schema',
  schema,
  '--permission-mode',
  'acceptEdits',
  '--allowedTools',
  'Bash',
  '--setting-sources',
  'user',
  '--strict-mcp-config',
];

type Where = { readonly model: ScriptedModel; readonly cwd: string; readonly home: string; readonly marker?: string };

function environment({ model, home, marker }: Where): Record<string, string> {
  return { ...gitEnv(), ...claudeEnv({ url: model.url, home }), ...(marker ? { CW_RUN: marker } : {}) };
}

/** Runs the program to its end and answers its exit code with the lines it printed. */
async function runClaude(prompt: string, where: Where) {
  const done = await execa(claudeProgram(), ['-p', prompt, ...workerFlags], {
    cwd: where.cwd,
    env: environment(where),
    extendEnv: false,
    stdin: 'ignore',
    reject: false,
  });
  return { exitCode: done.exitCode, lines: parseLines(done.stdout) };
}

function parseLines(output: string): Record<string, unknown>[] {
  const parsed = output
    .split('\n')
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line));
  return parsed.filter(isRecord);
}

const lastResult = (lines: readonly Record<string, unknown>[]) => lines.findLast((line) => line.type === 'result');

test('the real program runs a scripted command and answers by its schema', async () => {
  await using _leaks = leakCheck(`CW_RUN=rn_one_${process.pid}`);
  await using model = await startScriptedModel();
  await using repo = await tempRepo({ files: { 'a.txt': 'a\n' } });
  await using home = await tempDir();
  model.when('write the greeting', [
    tool('Bash', { command: 'echo hello > greeting.txt && git add -A && git commit -qm "feat: greet"' }),
    tool('Write', { file_path: join(home.path, 'outside.txt'), content: 'x' }),
    result({ status: 'done' }),
  ]);
  const marker = `rn_one_${process.pid}`;
  const run = await runClaude('please write the greeting', { model, cwd: repo.path, home: home.path, marker });
  expect(run.exitCode).toBe(0);
  expect(lastResult(run.lines)).toMatchObject({
    subtype: 'success',
    is_error: false,
    structured_output: { status: 'done' },
    permission_denials: [{ tool_name: 'Write' }],
  });
  expect(await repo.show('HEAD', 'greeting.txt')).toBe('hello\n');
  expect(await repo.subjects()).toEqual(['feat: greet', 'chore: begin']);
  expect(model.requests[0]?.tools).toContain('StructuredOutput');
});

test('two programs at once walk two scenarios, one held in mid-run by the test', async () => {
  await using model = await startScriptedModel();
  await using repo = await tempRepo({ files: { 'a.txt': 'a\n' } });
  await using other = await tempRepo({ files: { 'a.txt': 'a\n' } });
  await using home = await tempDir();
  const door = gate();
  model.when('task one', [
    tool('Bash', { command: 'echo 1 > one.txt' }),
    pauseUntil(door.opened),
    result({ status: 'done' }),
  ]);
  model.when('task two', [tool('Bash', { command: 'echo 2 > two.txt' }), result({ status: 'blocked' })]);
  const first = runClaude('do task one', { model, cwd: repo.path, home: home.path });
  await model.waitForRequest((request) => request.prompt.includes('task one') && request.turn === 1);
  const second = await runClaude('do task two', { model, cwd: other.path, home: home.path });
  expect(await readFile(join(repo.path, 'one.txt'), 'utf8')).toBe('1\n');
  door.open();
  expect(lastResult((await first).lines)).toMatchObject({ structured_output: { status: 'done' } });
  expect(lastResult(second.lines)).toMatchObject({ structured_output: { status: 'blocked' } });
});

test('a rate limit is tried again and then reported with its status', async () => {
  await using model = await startScriptedModel({ script: () => status(429) });
  await using repo = await tempRepo({ files: { 'a.txt': 'a\n' } });
  await using home = await tempDir();
  const run = await runClaude('anything', { model, cwd: repo.path, home: home.path });
  expect(run.exitCode).toBe(1);
  expect(run.lines.find((line) => line.subtype === 'api_retry')).toMatchObject({ error_status: 429, max_retries: 1 });
  expect(lastResult(run.lines)).toMatchObject({ subtype: 'success', is_error: true, api_error_status: 429 });
  expect(model.requests).toHaveLength(2);
});

test('what the repository configures for the program is not followed', async () => {
  await using model = await startScriptedModel({ script: [text('hi'), result({ status: 'done' })] });
  await using home = await tempDir();
  const settings = {
    env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' },
    hooks: { SessionStart: [{ hooks: [{ type: 'command', command: 'touch hook-ran' }] }] },
  };
  const servers = { mcpServers: { foreign: { command: 'touch', args: ['server-ran'] } } };
  await using repo = await tempRepo({
    files: { '.claude/settings.json': JSON.stringify(settings), '.mcp.json': JSON.stringify(servers) },
  });
  const run = await runClaude('anything', { model, cwd: repo.path, home: home.path });
  expect(lastResult(run.lines)).toMatchObject({ is_error: false, structured_output: { status: 'done' } });
  expect(run.lines[0]).toMatchObject({ subtype: 'init', mcp_servers: [] });
  expect(await repo.git('status', '--porcelain')).toBe('');
});

/** The program behind a named pipe, its output in a file, as a run is started. */
async function startOnPipe(where: Where & { readonly dir: string }): Promise<ChildProcess> {
  await execa('mkfifo', [join(where.dir, 'in')]);
  const script = 'd=$1; shift; exec 3<>"$d/in"; exec "$@" <&3 >"$d/out" 2>"$d/err"';
  const flags = ['-p', '--input-format', 'stream-json', '--replay-user-messages', ...workerFlags];
  return spawn('/bin/sh', ['-c', script, 'cw-run', where.dir, claudeProgram(), ...flags], {
    cwd: where.cwd,
    env: environment(where),
    detached: true,
    stdio: 'ignore',
  });
}

test('a program on a named pipe takes a message while a tool runs and waits after its result', async () => {
  await using _leaks = leakCheck(`CW_RUN=rn_pipe_${process.pid}`);
  await using model = await startScriptedModel();
  await using repo = await tempRepo({ files: { 'a.txt': 'a\n' } });
  await using dir = await tempDir();
  model.when('first words', [
    tool('Bash', { command: 'until [ -e go ]; do sleep 0.02; done; echo went' }),
    result({ status: 'blocked' }),
    result({ status: 'done' }),
  ]);
  const where = { model, cwd: repo.path, home: join(dir.path, 'home'), dir: dir.path };
  const child = await startOnPipe({ ...where, marker: `rn_pipe_${process.pid}` });
  const ended = once(child, 'exit');
  const lines = async () => parseLines((await readFile(join(dir.path, 'out'), 'utf8')).replace(/[^\n]*$/, ''));
  const say = (content: string) =>
    appendFile(join(dir.path, 'in'), `${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`);
  const replayed = async () =>
    (await lines()).filter((line) => line.isReplay === true).map((line) => field(line.message, 'content'));
  const results = async () => (await lines()).filter((line) => line.type === 'result');

  await say('first words');
  await waitFor(async () => (await lines()).some((line) => line.type === 'assistant'));
  await say('meanwhile');
  await repo.write({ go: '' });
  await waitFor(async () => (await results()).length === 1);
  const secondRequest = await model.waitForRequest((request) => request.turn === 1);
  expect(secondRequest.lastToolResults[0]?.text).toContain('went');
  await say('and now');
  await waitFor(async () => (await results()).length === 2);
  expect((await results()).map((line) => line.structured_output)).toEqual([{ status: 'blocked' }, { status: 'done' }]);
  expect(await replayed()).toContain('meanwhile');
  child.kill('SIGTERM');
  expect(await ended).toEqual([143, null]);
});
