import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tellTime, toIso, unwrap } from '@cw/kernel';
import {
  claudeProgram,
  cutOff,
  gate,
  pauseUntil,
  processesCarrying,
  result,
  type ScriptedModel,
  status,
  type TempHome,
  type TempRepo,
  text,
  tool,
  usageLimit,
  waitFor,
} from '@cw/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AgentsModule, LaunchRun } from '../../agents.module.ts';
import type { RunRecord } from '../../model/run.ts';
import { describeProvider } from '../../ports/provider.contract.ts';
import type { RunDriver } from '../../testing.ts';
import { type ClaudeBench, gitEnv, openClaudeBench } from './testing.ts';

describeProvider('claude', async () => {
  const bench = await openClaudeBench();
  const answers = {
    done: result({ status: 'done', summary: 'all well' }),
    failed: result({ status: 'failed', summary: 'tried', reason: 'it is broken' }),
    endless: tool('Bash', { command: 'sleep 1000' }),
  };
  return {
    ...bench,
    arrange: async (behaviour) => {
      bench.model.script([answers[behaviour]]);
      return {};
    },
    runs: async (line) => {
      bench.model.script([tool('Bash', { command: line }), answers.done]);
      return {};
    },
    worktree: bench.repo.path,
    modelAt: [new URL(bench.model.url).host],
    breakProgram: async () => {
      await bench.configure('agents.claude.command', 'no-such-program');
      return {};
    },
  };
});

let bench: ClaudeBench;
let model: ScriptedModel;
let home: TempHome;
let repo: TempRepo;
let agents: AgentsModule;
let driver: RunDriver;

beforeEach(async () => {
  bench = await openClaudeBench();
  ({ model, home, repo, agents, driver } = bench);
});
afterEach(async () => {
  for (const { id } of unwrap(await agents.queries.list()).items)
    expect(await processesCarrying(`CW_RUN=${id}`)).toEqual([]);
  await bench[Symbol.asyncDispose]();
});

const start = async (more: Partial<LaunchRun> = {}) => driver.start(await driver.create('claude'), { gitEnv, ...more });
const runThrough = async (more: Partial<LaunchRun> = {}) => driver.finish(await start(more));

function watch(run: RunRecord, more: Partial<Parameters<AgentsModule['watch']>[2]>) {
  const identity = agents.identityOf(run);
  if (!identity) throw new Error('nothing runs');
  return agents.watch(run, identity, { onProgress: async () => {}, signal: new AbortController().signal, ...more });
}

async function entries(run: RunRecord) {
  const page = unwrap(await agents.queries.log(run.id));
  expect(page.complete).toBe(true);
  return page.entries;
}

const say = (id: string, words: string) => ({ id, from: 'Tess', text: words });

/** A server of tools that takes a while before it says who it is. */
const slowTools = `
import { createInterface } from 'node:readline';
const serverInfo = { name: 'slow', version: '1' };
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo }),
  'tools/list': () => ({ tools: [{ name: 'ping', inputSchema: { type: 'object', properties: {} } }] }),
  'tools/call': () => ({ content: [{ type: 'text', text: 'pong' }] }),
};
setTimeout(() => createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (answers[method]) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method](params) }));
}), 1500);
`;

const commit = 'echo b > b.txt && for f in b.txt; do git add "$f"; done && git commit -qm "feat: add b"';

describe('the real Claude Code program', () => {
  test('edits, commits in its worktree and is done, and what it used is settled', async () => {
    model.script([
      tool('Bash', { command: commit }),
      [text('Committed.'), result({ status: 'done', summary: 'added b' })],
    ]);
    const { verdict, run } = await runThrough();
    expect(verdict).toMatchObject({ outcome: 'done', summary: 'added b', reason: null });
    expect(await repo.subjects()).toEqual(['feat: add b', 'chore: begin']);
    expect(await repo.git('log', '-1', '--format=%an <%ae>')).toBe('Work Er <worker@example.test>');
    expect(run).toMatchObject({ tokensInput: 2000, tokensOutput: 100, estimated: false, outcome: 'done' });
    expect(run.costUsd).toBeGreaterThan(0);
    expect(run.contextFill).toBeGreaterThan(0);
    const log = await entries(run);
    expect(log.map((entry) => entry.kind)).toEqual([
      'start',
      'message',
      'tool',
      'tool-result',
      'text',
      'tool',
      'tool-result',
      'result',
    ]);
    expect(log[2]).toMatchObject({ name: 'Bash', argument: commit });
  });

  test('sees of the environment what it needs and nothing of cw', async () => {
    model.script([tool('Bash', { command: 'env > seen.txt' }), result({ status: 'done', summary: 's' })]);
    const account = {
      configDir: join(home.path, 'account'),
      env: { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'k', CW_TOKEN: 't' },
    };
    const { run } = await runThrough({ account });
    const environment = readFileSync(join(repo.path, 'seen.txt'), 'utf8');
    expect(environment).toContain(`CW_RUN=${run.id}`);
    expect(environment).toContain(`CLAUDE_CONFIG_DIR=${join(home.path, 'account')}`);
    expect(environment).not.toMatch(/CW_HOME|CW_TOKEN|NODE_OPTIONS=--x/);
    const shown = readFileSync(join(agents.logDir(run.id), 'env.json'), 'utf8');
    expect(JSON.parse(shown)).toMatchObject({ ANTHROPIC_API_KEY: '(hidden)', PATH: expect.any(String) });
  });

  test.each([
    ['blocked', { status: 'blocked', summary: 's', reason: 'no network' }, 'no network'],
    ['needs-input', { status: 'needs-input', summary: 's', question: 'red or blue?' }, 'red or blue?'],
    ['failed', { status: 'failed', summary: 's', reason: 'it does not build' }, 'it does not build'],
  ])('ends as %s with its reason', async (outcome, answer, reason) => {
    model.script([result(answer)]);
    expect((await runThrough()).verdict).toMatchObject({ outcome, reason });
  });

  test('that only talks has no result', async () => {
    model.script(() => text('I am done, believe me.'));
    expect((await runThrough()).verdict).toMatchObject({
      outcome: 'failed',
      failure: 'result',
      reason: expect.stringContaining('I am done, believe me.'),
    });
  });

  test('whose results all miss the schema fails', async () => {
    model.script(() => result({ status: 'finished' }));
    const { verdict } = await runThrough();
    expect(verdict).toMatchObject({ outcome: 'failed', failure: 'result' });
    expect(verdict.reason).toMatch(/schema/);
  });

  test.each([
    ['login', 401],
    ['overload', 529],
    ['server', 500],
    ['throttle', 429],
  ])('that meets an API error fails as %s', async (failure, code) => {
    model.script(() => status(code, { 'x-should-retry': 'false' }));
    const { verdict, run } = await runThrough();
    expect(verdict).toMatchObject({ outcome: 'failed', failure, reason: expect.stringContaining(String(code)) });
    expect(run.exitCode).toBe(1);
  });

  test('at a usage limit says until when', async () => {
    const account = { configDir: join(home.path, 'account'), env: { ANTHROPIC_BASE_URL: model.url } };
    mkdirSync(account.configDir);
    const oauth = {
      accessToken: 'made-up',
      refreshToken: 'made-up',
      expiresAt: Date.now() + 3_600_000,
      scopes: ['user:inference', 'user:profile'],
      subscriptionType: 'max',
      rateLimitTier: 'x',
    };
    writeFileSync(join(account.configDir, '.credentials.json'), JSON.stringify({ claudeAiOauth: oauth }), {
      mode: 0o600,
    });
    const resetsAt = Math.floor(Date.now() / 1000) + 3600;
    model.script(() => usageLimit(resetsAt));
    const { verdict } = await runThrough({ account });
    expect(verdict).toMatchObject({ outcome: 'failed', failure: 'limit' });
    expect(verdict.reason).toContain(`until ${tellTime(toIso(resetsAt * 1000))} `);
  });

  test('is refused what would leave its worktree or machine, goes on, and that is shown', async () => {
    model.script([
      tool('Bash', { command: 'git push origin main' }),
      tool('Write', { file_path: join(home.path, 'outside.txt'), content: 'x' }),
      tool('WebFetch', { url: 'http://127.0.0.1:1/', prompt: 'x' }),
      result({ status: 'done', summary: 's' }),
    ]);
    const { run } = await runThrough();
    expect(run).toMatchObject({
      outcome: 'needs-input',
      denials: [
        'Bash: git push origin main',
        `Write: ${join(home.path, 'outside.txt')}`,
        'WebFetch: http://127.0.0.1:1/',
      ],
    });
  });

  test('has no tools that start things on their own', async () => {
    model.script([result({ status: 'done', summary: 's' })]);
    await runThrough();
    const offered = model.requests[0]?.tools ?? [];
    expect(offered).toContain('Bash');
    for (const name of ['CronCreate', 'ScheduleWakeup', 'EnterWorktree', 'Workflow', 'SendMessage']) {
      expect(offered).not.toContain(name);
    }
  });

  test('takes a message while it works, and the log shows it', async () => {
    const door = gate();
    model.script([
      tool('Bash', { command: 'echo working' }),
      pauseUntil(door.opened),
      tool('Bash', { command: 'echo again' }),
      result({ status: 'done', summary: 's' }),
    ]);
    const run = await start();
    const finished = driver.finish(run);
    await waitFor(() => model.requests.length === 2);
    expect(await agents.send(run, say('ms_1', 'Please mind the gap.'))).toBe('sent');
    door.open();
    await finished;
    const log = await entries(run);
    expect(log.filter((entry) => entry.kind === 'message').map((entry) => entry.text)).toContain(
      'Message ms_1 from Tess:\n\nPlease mind the gap.',
    );
    expect(model.requests.at(-1)?.messages.some((entry) => entry.text.includes('Please mind the gap.'))).toBe(true);
    expect(await agents.send(run, say('ms_2', 'Too late.'))).toBe('gone');
  });

  test('takes several messages at once, and each is known to have reached it', async () => {
    const door = gate();
    model.script([pauseUntil(door.opened), result({ status: 'done', summary: 's' })]);
    const run = await start();
    const ids = ['msg_one', 'msg_two'];
    const ended = watch(run, { speak: async ({ receipts }) => receipts.length < ids.length });
    await waitFor(() => model.requests.length === 1);
    for (const id of ids) expect(await agents.send(run, say(id, 'Mind the gap.'))).toBe('sent');
    door.open();
    expect((await ended)?.trace.receipts).toEqual(ids);
  });

  test('whose model does not answer is asked, goes on when it does, and its late result is taken', async () => {
    await bench.configure('agents.stallShownAfter', '1');
    await bench.configure('agents.stallAskedAfter', '2');
    await bench.configure('agents.stallEndedAfter', '0');
    const door = gate();
    model.script([
      tool('Bash', { command: 'echo working' }),
      pauseUntil(door.opened),
      tool('Bash', { command: 'echo again' }),
      result({ status: 'done', summary: 'late' }),
    ]);
    const run = await start();
    const finished = driver.finish(run);
    await waitFor(async () => unwrap(await agents.queries.find(run.id)).stall === 'asked', { timeout: 60_000 });
    door.open();
    expect((await finished).verdict).toMatchObject({ outcome: 'done', summary: 'late' });
    expect(model.requests.at(-1)?.messages.some(({ text }) => text.includes('Are you still at work?'))).toBe(true);
  });

  test('is taken over by another watcher, which sees all of it', async () => {
    const door = gate();
    model.script([
      tool('Bash', { command: commit }),
      pauseUntil(door.opened),
      result({ status: 'done', summary: 'added b' }),
    ]);
    const run = await start();
    const first = new AbortController();
    const broken = watch(run, { signal: first.signal });
    await waitFor(() => model.requests.length === 2);
    first.abort();
    expect(await broken).toBeUndefined();
    door.open();
    const { run: after } = await driver.finish(run, bench.other);
    expect(after).toMatchObject({ outcome: 'done', summary: 'added b', tokensInput: 2000, estimated: false });
  });

  test('that does not start says what the program said', async () => {
    await bench.configure('agents.permissionMode', 'bypassPermissions');
    const { verdict } = await runThrough();
    expect(verdict).toMatchObject({ outcome: 'failed', failure: 'program' });
    expect(verdict.reason).toMatch(/exit code 1 and no output:\n.*root/s);
  });
});

test("a project's own settings go before those of the workspace", async () => {
  await bench.configure('agents.claude.command', 'no-such-program');
  await bench.configure('agents.claude.command', claudeProgram(), 'project');
  model.script([result({ status: 'done', summary: 's' })]);
  expect((await runThrough()).verdict.outcome).toBe('done');
});

describe('an agent program that cannot be run', () => {
  test('is not executable', async () => {
    const path = join(home.path, 'claude');
    writeFileSync(path, '#!/bin/sh\n', { mode: 0o644 });
    await bench.configure('agents.claude.command', path);
    await expect(start()).rejects.toMatchObject({ code: 'agent.program-not-executable' });
  });

  test('writes something else than JSON', async () => {
    const path = join(home.path, 'claude');
    writeFileSync(path, '#!/bin/sh\necho hello; echo oops >&2; exit 3\n', { mode: 0o755 });
    await bench.configure('agents.claude.command', path);
    const { verdict, run } = await runThrough();
    expect(verdict.reason).toMatch(/exit code 3 before it gave a result \(1 of its output lines are not JSON\):\noops/);
    expect(await entries(run)).toMatchObject([
      { kind: 'unknown', text: 'hello' },
      { kind: 'output', stream: 'stderr', text: 'oops' },
    ]);
  });

  test('begins once its tools are there, however slow they are to start', async () => {
    const tools = join(home.path, 'tools.mjs');
    writeFileSync(tools, slowTools);
    model.script([tool('mcp__cw__ping', {}), result({ status: 'done', summary: 's' })]);
    const { verdict, run } = await runThrough({ mcp: { command: process.execPath, args: [tools], env: {} } });
    expect(verdict.outcome).toBe('done');
    expect(await entries(run)).toContainEqual(
      expect.objectContaining({ kind: 'tool-result', error: false, text: 'pong' }),
    );
  });

  test('stays after its result, and is ended', async () => {
    const line = JSON.stringify({
      type: 'result',
      is_error: false,
      structured_output: { status: 'done', summary: 's' },
    });
    const path = join(home.path, 'claude');
    writeFileSync(path, `#!/bin/sh\necho '${line}'\nexec sleep 1000\n`, { mode: 0o755 });
    await bench.configure('agents.claude.command', path);
    const ended = await watch(await start(), { finishMs: 50 });
    expect(ended?.trace.structured).toEqual({ status: 'done', summary: 's' });
    expect(ended?.left).toEqual([]);
  });
});

describe('a model that gives no answer', () => {
  test.each([
    ['refuses', [cutOff('refusal')], 'refusal', /^The model refused the task: /],
    ['refuses after a few words', [cutOff('refusal', text('I cannot'))], 'refusal', /^The model refused the task: /],
    ['says nothing', Array.from({ length: 8 }, () => text('')), 'empty', /^The model gave an empty answer/],
    [
      'is cut off',
      Array.from({ length: 8 }, () => cutOff('max_tokens', text('I was about'))),
      'cut-off',
      /^The model's answer was cut off at its output limit: /,
    ],
    [
      'is cut off in its result',
      Array.from({ length: 8 }, () => cutOff('max_tokens', result({ status: 'done' }))),
      'cut-off',
      /^The model's answer was cut off/,
    ],
  ] as const)('%s: the run fails for that', async (_what, answers, failure, reason) => {
    model.script([...answers]);
    const { verdict } = await runThrough();
    expect(verdict).toMatchObject({ outcome: 'failed', failure, reason: expect.stringMatching(reason) });
  });
});
