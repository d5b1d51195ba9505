import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setSetting } from '@cw/config';
import { unwrap } from '@cw/kernel';
import { openTestStorage, type TestStorage, testAct } from '@cw/storage/testing';
import {
  claudeEnv,
  claudeProgram,
  gate,
  pauseUntil,
  processesCarrying,
  result,
  type ScriptedModel,
  startScriptedModel,
  status,
  type TempHome,
  type TempRepo,
  tempHome,
  tempRepo,
  text,
  tool,
  usageLimit,
  waitFor,
} from '@cw/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writePrompt } from './adapters/prompt-files.ts';
import type { AgentProgress } from './adapters/watch-agent.ts';
import { createAgentsModule, type LaunchRun } from './agents.module.ts';
import { agentsConfigKeys } from './agents-config.ts';
import type { RunRecord } from './model/run.ts';
import type { Verdict } from './model/verdict.ts';

let model: ScriptedModel;
let home: TempHome;
let repo: TempRepo;
let storage: TestStorage;
let agents: ReturnType<typeof createAgentsModule>;

beforeEach(async () => {
  model = await startScriptedModel();
  home = await tempHome();
  repo = await tempRepo({ files: { 'a.txt': 'a\n' } });
  storage = openTestStorage();
  agents = agentsOf(storage);
  await configure('agents.claude.command', claudeProgram());
});

afterEach(async () => {
  for (const run of unwrap(await agents.list()).items) expect(await processesCarrying(`CW_RUN=${run.id}`)).toEqual([]);
  await Promise.all([model.close(), repo.remove(), home.remove()]);
  storage[Symbol.dispose]();
});

let counter = 0;

function agentsOf(over: TestStorage) {
  const hostEnv = { ...claudeEnv({ url: model.url, home: home.userHome }), CW_HOME: '/secret', NODE_OPTIONS: '--x' };
  return createAgentsModule({
    home: home.path,
    storage: over,
    ids: () => `rn_real${process.pid}x${counter++}`,
    hostEnv,
  });
}

async function configure(key: string, value: string): Promise<void> {
  unwrap(
    await setSetting(
      { transact: storage.transact, keys: agentsConfigKeys },
      { key, value, scope: 'workspace', scopeId: '' },
      testAct,
    ),
  );
}

const nothingElse: LaunchRun = {
  account: null,
  gitEnv: {
    GIT_AUTHOR_NAME: 'Work Er',
    GIT_AUTHOR_EMAIL: 'worker@example.test',
    GIT_COMMITTER_NAME: 'Work Er',
    GIT_COMMITTER_EMAIL: 'worker@example.test',
  },
  mcp: null,
  script: null,
};

async function createRun(provider: 'claude' | 'script' = 'claude'): Promise<RunRecord> {
  const input = { taskId: 'tk_a', projectId: 'pr_a', role: 'worker', provider, model: null, accountId: null };
  const run = unwrap(await storage.transact((tx) => agents.steps.create(tx, input, testAct)));
  writePrompt(agents.logDir(run.id), 'Please do the task.', []);
  const facts = { worktree: repo.path };
  return unwrap(
    await storage.transact((tx) => agents.steps.record(tx, { runId: run.id, step: 'spawn', facts }, testAct)),
  );
}

async function start(run: RunRecord, more: Partial<LaunchRun> = {}): Promise<RunRecord> {
  const identity = await agents.launch(run, { ...nothingElse, ...more });
  return unwrap(
    await storage.transact((tx) =>
      agents.steps.record(tx, { runId: run.id, step: 'running', facts: { process: identity } }, testAct),
    ),
  );
}

type Watched = { readonly verdict: Verdict; readonly run: RunRecord; readonly exitCode: number | null };

async function finish(run: RunRecord, watcher = agents): Promise<Watched> {
  const identity = watcher.identityOf(run);
  if (!identity) throw new Error('nothing runs');
  const note = async (progress: AgentProgress) => {
    await storage.transact((tx) => agents.steps.progress(tx, watcher.progressOf(run, progress), testAct));
  };
  const signal = new AbortController().signal;
  const ended = await watcher.watch(run, identity, { onProgress: note, signal, finishMs: 5000 });
  if (!ended) throw new Error('the watching was broken off');
  const stoppedBy = unwrap(await agents.find(run.id)).stopRequestedBy;
  const verdict = watcher.provider(run.provider).judge(ended.trace, { ...ended.end, stoppedBy });
  const { exitCode } = ended.end;
  const progress = watcher.progressOf(run, ended);
  const after = await storage.transact((tx) =>
    agents.steps.end(tx, { runId: run.id, verdict, exitCode, progress }, testAct),
  );
  return { verdict, run: unwrap(after), exitCode };
}

async function runThrough(more: Partial<LaunchRun> = {}): Promise<Watched> {
  return finish(await start(await createRun(), more));
}

async function entries(run: RunRecord) {
  const page = unwrap(await agents.log(run.id));
  expect(page.complete).toBe(true);
  return page.entries;
}

const commit = 'echo b > b.txt && for f in b.txt; do git add "$f"; done && git commit -qm "feat: add b"';

describe('the real Claude Code program', () => {
  test('edits, commits in its worktree and is done, and what it used is settled', async () => {
    model.script([
      tool('Bash', { command: commit }),
      [text('Committed.'), result({ status: 'done', summary: 'added b' })],
    ]);
    const { verdict, run, exitCode } = await runThrough();
    expect(verdict).toMatchObject({ outcome: 'done', summary: 'added b', reason: null });
    expect(exitCode).toBe(0);
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
    const { verdict, exitCode } = await runThrough();
    expect(verdict).toMatchObject({ outcome: 'failed', failure, reason: expect.stringContaining(String(code)) });
    expect(exitCode).toBe(1);
  });

  test('at a usage limit says until when', async () => {
    const account = { configDir: join(home.path, 'account'), env: { ANTHROPIC_BASE_URL: model.url } };
    mkdirSync(account.configDir);
    const oauth = {
      ...{ accessToken: 'made-up', refreshToken: 'made-up', expiresAt: Date.now() + 3_600_000 },
      ...{ scopes: ['user:inference', 'user:profile'], subscriptionType: 'max', rateLimitTier: 'x' },
    };
    writeFileSync(join(account.configDir, '.credentials.json'), JSON.stringify({ claudeAiOauth: oauth }), {
      mode: 0o600,
    });
    const resetsAt = Math.floor(Date.now() / 1000) + 3600;
    model.script(() => usageLimit(resetsAt));
    const { verdict } = await runThrough({ account });
    expect(verdict).toMatchObject({ outcome: 'failed', failure: 'limit' });
    expect(verdict.reason).toContain(new Date(resetsAt * 1000).toISOString().slice(0, 16));
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
      outcome: 'done',
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
    const open = gate();
    model.script([
      tool('Bash', { command: 'echo working' }),
      pauseUntil(open.opened),
      tool('Bash', { command: 'echo again' }),
      result({ status: 'done', summary: 's' }),
    ]);
    const run = await start(await createRun());
    const finished = finish(run);
    await waitFor(() => model.requests.length === 2);
    expect(await agents.send(run, 'Please mind the gap.')).toBe('sent');
    open.open();
    await finished;
    const log = await entries(run);
    expect(log.filter((entry) => entry.kind === 'message').map((entry) => entry.text)).toContain(
      'Please mind the gap.',
    );
    expect(model.requests.at(-1)?.messages.some((entry) => entry.text.includes('Please mind the gap.'))).toBe(true);
    expect(await agents.send(run, 'Too late.')).toBe('gone');
  });

  test('is stopped on request, with the command it was running', async () => {
    model.script([tool('Bash', { command: 'sleep 1000' })]);
    const run = await start(await createRun());
    const finished = finish(run);
    await waitFor(async () =>
      (await processesCarrying(`CW_RUN=${run.id}`)).some((one) => one.command.includes('1000')),
    );
    await agents.requestStop({ run: run.id }, testAct);
    expect((await finished).verdict).toMatchObject({ outcome: 'stopped', reason: 'Stopped by tess.' });
  });

  test('killed from outside is lost, and nothing of it stays', async () => {
    model.script([tool('Bash', { command: 'sleep 1000' })]);
    const run = await start(await createRun());
    const finished = finish(run);
    await waitFor(async () =>
      (await processesCarrying(`CW_RUN=${run.id}`)).some((one) => one.command.includes('1000')),
    );
    process.kill(-(run.pid ?? 0), 'SIGKILL');
    expect((await finished).verdict.outcome).toBe('lost');
  });

  test('is taken over by another watcher, which sees all of it', async () => {
    const open = gate();
    model.script([
      tool('Bash', { command: commit }),
      pauseUntil(open.opened),
      result({ status: 'done', summary: 'added b' }),
    ]);
    const run = await start(await createRun());
    const first = new AbortController();
    const identity = agents.identityOf(run);
    const broken = identity && agents.watch(run, identity, { onProgress: async () => {}, signal: first.signal });
    await waitFor(() => model.requests.length === 2);
    first.abort();
    expect(await broken).toBeUndefined();
    open.open();
    const { run: after } = await finish(run, agentsOf(storage));
    expect(after).toMatchObject({ outcome: 'done', summary: 'added b', tokensInput: 2000, estimated: false });
  });

  test('started by a server that died before writing that down is found again and not started twice', async () => {
    const open = gate();
    model.script([pauseUntil(open.opened), result({ status: 'done', summary: 's' })]);
    const run = await createRun();
    const identity = await agents.launch(run, nothingElse);
    expect(agents.identityOf(run)).toEqual(identity);
    const started = await start(run);
    expect(started.pid).toBe(identity.pid);
    open.open();
    expect((await finish(started)).verdict.outcome).toBe('done');
    expect(model.requests).toHaveLength(1);
  });

  test('that does not start says what the program said', async () => {
    await configure('agents.permissionMode', 'bypassPermissions');
    const { verdict } = await runThrough();
    expect(verdict).toMatchObject({ outcome: 'failed', failure: 'program' });
    expect(verdict.reason).toMatch(/exit code 1 and no output:\n.*root/s);
  });
});

describe('an agent program that cannot be run', () => {
  test('is missing', async () => {
    await configure('agents.claude.command', 'no-such-program');
    const run = await createRun();
    await expect(agents.launch(run, nothingElse)).rejects.toMatchObject({ code: 'agent.program-missing' });
  });

  test('is not executable', async () => {
    const path = join(home.path, 'claude');
    writeFileSync(path, '#!/bin/sh\n', { mode: 0o644 });
    await configure('agents.claude.command', path);
    const run = await createRun();
    await expect(agents.launch(run, nothingElse)).rejects.toMatchObject({ code: 'agent.program-not-executable' });
  });

  test('writes something else than JSON', async () => {
    const path = join(home.path, 'claude');
    writeFileSync(path, '#!/bin/sh\necho hello; echo oops >&2; exit 3\n', { mode: 0o755 });
    await configure('agents.claude.command', path);
    const { verdict, run } = await runThrough();
    expect(verdict.reason).toMatch(/exit code 3 before it gave a result:\noops 1 lines of its output/);
    expect(await entries(run)).toMatchObject([
      { kind: 'unknown', text: 'hello' },
      { kind: 'output', stream: 'stderr', text: 'oops' },
    ]);
  });

  test('stays after its result, and is ended', async () => {
    const line = JSON.stringify({
      type: 'result',
      is_error: false,
      structured_output: { status: 'done', summary: 's' },
    });
    const path = join(home.path, 'claude');
    writeFileSync(path, `#!/bin/sh\necho '${line}'\nexec sleep 1000\n`, { mode: 0o755 });
    await configure('agents.claude.command', path);
    const run = await start(await createRun());
    const identity = agents.identityOf(run);
    if (!identity) throw new Error('nothing runs');
    const signal = new AbortController().signal;
    const ended = await agents.watch(run, identity, { onProgress: async () => {}, signal, finishMs: 50 });
    expect(ended?.trace.structured).toEqual({ status: 'done', summary: 's' });
    expect(ended?.left).toEqual([]);
  });
});

describe("a task's script", () => {
  const runScript = async (script: string) => finish(await start(await createRun('script'), { script }));

  test('is done when it ends well; its output is the log', async () => {
    const { verdict, run } = await runScript(
      'echo one; echo two >&2; echo c > c.txt; git add . && git commit -qm "feat: c"',
    );
    expect(verdict).toMatchObject({ outcome: 'done', summary: 'two' });
    expect(run).toMatchObject({ estimated: false, costUsd: 0, outcome: 'done' });
    expect(await entries(run)).toMatchObject([
      { kind: 'output', text: 'one' },
      { kind: 'output', text: 'two' },
    ]);
    expect(await repo.subjects()).toEqual(['feat: c', 'chore: begin']);
  });

  test('fails with its exit code and last words, and leaves nothing running', async () => {
    const { verdict } = await runScript('setsid sleep 1000 & echo broken; exit 4');
    expect(verdict).toMatchObject({ outcome: 'failed', reason: 'The script ended with exit code 4:\nbroken' });
  });

  test('is missing from its task', async () => {
    const run = await createRun('script');
    await expect(agents.launch(run, nothingElse)).rejects.toMatchObject({ code: 'agent.no-script' });
  });

  test('can be followed while it runs, until its run has ended', async () => {
    const run = await start(await createRun('script'), {
      script: 'echo one; while [ ! -e go ]; do sleep 0.05; done; echo two',
    });
    const seen: string[] = [];
    const follow = async () => {
      for await (const page of unwrap(await agents.followLog(run.id, new AbortController().signal))) {
        for (const entry of page.entries) if (entry.kind === 'output') seen.push(entry.text);
      }
    };
    const followed = follow();
    const finished = finish(run);
    await waitFor(() => seen.includes('one'));
    writeFileSync(join(repo.path, 'go'), '');
    await Promise.all([finished, followed]);
    expect(seen).toEqual(['one', 'two']);
  });
});
