import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unwrap } from '@cw/kernel';
import { openTestStorage, type TestStorage, testAct } from '@cw/storage/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writePrompt } from './adapters/prompt-files.ts';
import { type AgentsModule, createAgentsModule } from './agents.module.ts';
import type { LogEntry } from './model/run-view.ts';
import { createRunDriver } from './testing.ts';

let storage: TestStorage;
let agents: AgentsModule;
let runId: string;
const secret = `${'AKIA'}ABCDEFGHIJKLMNOP`;
const known = 'a-value-of-nobody';

const output = () => join(agents.logDir(runId), 'output.jsonl');
const said = (text: string, more: object = {}) =>
  `${JSON.stringify({ type: 'assistant', message: { id: 'm', content: [{ type: 'text', text }] }, ...more })}\n`;
const call = (id: string, name: string, input: object) =>
  `${JSON.stringify({ type: 'assistant', message: { id, content: [{ type: 'tool_use', id, name, input }] } })}\n`;
const answered = (id: string, content: string, error: boolean) =>
  `${JSON.stringify({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: id, content, is_error: error }] } })}\n`;
const textOf = (entry: LogEntry) => ('text' in entry ? entry.text : entry.kind);

async function writeLog(...lines: readonly (string | Buffer)[]): Promise<void> {
  mkdirSync(agents.logDir(runId), { recursive: true });
  writeFileSync(output(), '');
  for (const line of lines) appendFileSync(output(), line);
}

/** The whole log, some parts at a time. */
async function inParts(count: number): Promise<LogEntry[]> {
  const entries: LogEntry[] = [];
  for (let first = 0, size = 1; first * 64 * 1024 < size; first += count) {
    const window = unwrap(await agents.queries.logWindow(runId, { first, count }));
    entries.push(...window.entries);
    size = window.size;
  }
  return entries;
}

beforeEach(async () => {
  storage = openTestStorage();
  agents = createAgentsModule({ home: storage.folder, storage, hostEnv: { ANTHROPIC_API_KEY: known } });
  const driver = createRunDriver({ agents, worktree: storage.folder, act: testAct });
  runId = (await driver.create('claude')).id;
});
afterEach(() => storage[Symbol.dispose]());

test('parts give each line once, wherever they cut it, and the last ones are found from the end', async () => {
  const texts = Array.from({ length: 800 }, (_, number) => `${number} ${'ä'.repeat((number * 37) % 900)}`);
  await writeLog(texts.map((text) => said(text)).join(''));
  for (const count of [1, 3, 16]) expect((await inParts(count)).map(textOf)).toEqual(texts);
  const end = unwrap(await agents.queries.logWindow(runId, { first: -2, count: 4 }));
  expect(end.first).toBe(Math.ceil(end.size / end.partBytes) - 2);
  expect([end.offset, textOf(end.entries.at(-1) as LogEntry)]).toEqual([end.size, texts.at(-1)]);
});

test('a line that is not whole yet is left for later', async () => {
  await writeLog(said('whole'), said('half').slice(0, 20));
  const end = unwrap(await agents.queries.logWindow(runId, { first: -2, count: 4 }));
  expect([end.entries.map(textOf), end.offset]).toEqual([['whole'], said('whole').length]);
});

test('hostile lines are shown as what they are, and those around them too', async () => {
  await writeLog(
    said('first'),
    Buffer.from([0xff, 0xfe, 0x80, 10]),
    said('x'.repeat(10 * 1024 * 1024)),
    `no event \u001b[31m<script>\n`,
    said('last'),
  );
  const entries = await inParts(1);
  expect(textOf(entries[0] as LogEntry)).toBe('first');
  expect(textOf(entries.at(-1) as LogEntry)).toBe('last');
  expect(entries.length).toBeGreaterThanOrEqual(5);
  expect(JSON.stringify(entries).length).toBeLessThan(400_000);
});

test('secrets are hidden wherever the log is read', async () => {
  await writeLog(said(`it is ${secret} and ${known}`), call('t', 'Bash', { command: `echo ${known}` }));
  const window = unwrap(await agents.queries.logWindow(runId, { first: 0, count: 1 }));
  const line = unwrap(await agents.queries.logLine(runId, 0));
  const page = unwrap(await agents.queries.log(runId));
  expect(window.entries.map(textOf)[0]).toBe('it is [an AWS access key, hidden] and [hidden]');
  for (const shown of [window, line, page]) expect(JSON.stringify(shown)).not.toMatch(new RegExp(`${secret}|${known}`));
  expect(unwrap(await agents.queries.logSearch(runId, secret)).hits).toEqual([]);
});

test.each([
  ['claude', 20_000],
  ['claude', 100_000],
  ['claude', 8 * 1024 * 1024],
  ['script', 64 * 1024],
] as const)(
  'in a log of %s a secret at %i, where a long line or text is cut, is shown in no half',
  async (provider, border) => {
    const driver = createRunDriver({ agents, worktree: storage.folder, act: testAct });
    if (provider === 'script') runId = (await driver.create('script', { taskId: 'tk_b' })).id;
    const half = new RegExp(`${secret.slice(2, 10)}|${secret.slice(-8)}`);
    for (const before of [8, 14, 18]) {
      const text = `${'(a) '.repeat(border / 4).slice(before)}${secret} ${'(b) '.repeat(30_000)}`;
      for (const line of [`${text}\n`, said(text), answered('t', text, false), call('t', 'Bash', { command: text })]) {
        await writeLog(line);
        for await (const page of unwrap(await agents.queries.rawLog(runId)))
          expect(JSON.stringify(page)).not.toMatch(half);
        const parts = { first: 0, count: 200 };
        for (const shown of [
          agents.queries.logWindow(runId, parts),
          agents.queries.logLine(runId, 0),
          agents.queries.log(runId),
        ])
          expect(half.exec(JSON.stringify(await shown))?.[0]).toBeUndefined();
      }
    }
  },
);

test('a secret with characters that JSON escapes is hidden in raw lines too', async () => {
  const odd = 'a "value"\\of nobody';
  agents = createAgentsModule({ home: storage.folder, storage, hostEnv: { ANTHROPIC_API_KEY: odd } });
  await writeLog(said(`it is ${odd}`));
  for await (const { lines } of unwrap(await agents.queries.rawLog(runId)))
    expect(lines[0]?.text).toContain('"it is [hidden]"');
  expect(unwrap(await agents.queries.log(runId)).entries).toMatchObject([{ text: 'it is [hidden]' }]);
});

test('secrets are hidden in the prompt and in the files that came with it', async () => {
  const text = `Sign in with ${known}, not with ${secret}.`;
  const file = { name: 'NOTES.md', bytes: text.length, binary: false, note: null, content: Buffer.from(text) };
  writePrompt(agents.logDir(runId), `# Task\n${text}`, [file]);
  const hidden = 'Sign in with [hidden], not with [an AWS access key, hidden].';
  expect(unwrap(await agents.queries.prompt(runId))).toBe(`# Task\n${hidden}`);
  expect(unwrap(await agents.queries.input(runId, 'NOTES.md'))).toMatchObject({
    input: { bytes: text.length },
    text: hidden,
  });
});

test('a search finds text across cases, escapes and tools, and not in what nobody sees', async () => {
  await writeLog(
    said('He said "Stop\nhere" now'),
    call('t1', 'Bash', { command: 'grep needle' }),
    answered('t1', 'No NEEDLE at all', false),
    said('of a helper', { parent_tool_use_id: 't1' }),
  );
  const excerpts = async (text: string) =>
    unwrap(await agents.queries.logSearch(runId, text)).hits.map((hit) => hit.excerpt);
  expect(await excerpts('needle')).toEqual(['grep needle', 'No NEEDLE at all']);
  expect(await excerpts('"stop\nhere"')).toEqual(['He said "Stop here" now']);
  expect(await excerpts('parent_tool_use_id')).toEqual([]);
  const nested = unwrap(await agents.queries.logWindow(runId, { first: 0, count: 1 })).entries.at(-1);
  expect(nested).toMatchObject({ text: 'of a helper', parent: 't1' });
});

test('edits are told with those that failed', async () => {
  const edit = { file_path: '/a', old_string: 'a', new_string: 'b' };
  await writeLog(
    call('e1', 'Edit', edit),
    answered('e1', 'ok', false),
    call('e2', 'Edit', edit),
    answered('e2', 'no', true),
  );
  const told = unwrap(await agents.queries.logEdits(runId));
  expect([told.edits.map(({ id }) => id), told.failed]).toEqual([['e1', 'e2'], ['e2']]);
});

test('the place of a line is checked, and its end may be missing', async () => {
  await writeLog(said('one'), 'begun');
  expect(await agents.queries.logLine(runId, 3)).toMatchObject({ ok: false, error: { kind: 'run.no-line' } });
  expect(unwrap(await agents.queries.logLine(runId, said('one').length))).toEqual({ text: 'begun', cut: false });
});

test('a log that somebody deleted is said to be gone', async () => {
  const driver = createRunDriver({ agents, worktree: storage.folder, act: testAct });
  const run = await driver.create('script', { taskId: 'tk_b' });
  const done = await driver.finish(await driver.start(run, { script: 'echo hi' }));
  rmSync(agents.logDir(done.run.id), { recursive: true });
  for (const asked of [
    agents.queries.logWindow(run.id, { first: 0, count: 1 }),
    agents.queries.prompt(run.id),
    agents.queries.inputs(run.id),
  ])
    expect(await asked).toMatchObject({ ok: false, error: { kind: 'run.log-missing' } });
});

test.each([
  ['a folder', mkdirSync],
  ['a link to what is not of the run', (path: string) => symlinkSync('/etc/passwd', path)],
  ['a pipe that nobody writes to', (path: string) => execFileSync('mkfifo', [path])],
])('a log in whose place is %s is said to be gone, and what is there is not read', async (_what, put) => {
  const driver = createRunDriver({ agents, worktree: storage.folder, act: testAct });
  const run = await driver.create('script', { taskId: 'tk_b' });
  const done = await driver.finish(await driver.start(run, { script: 'echo hi' }));
  const dir = agents.logDir(done.run.id);
  for (const name of ['output.jsonl', 'stderr.log', 'PROMPT.md', 'times', 'input/index.json']) {
    rmSync(join(dir, name), { force: true });
    put(join(dir, name));
  }
  const gone = { ok: false, error: { kind: 'run.log-missing', path: join(dir, 'output.jsonl') } };
  expect(await agents.queries.logWindow(run.id, { first: 0, count: 1 })).toMatchObject(gone);
  expect(await agents.queries.log(run.id)).toMatchObject(gone);
  rmSync(join(dir, 'output.jsonl'), { recursive: true });
  writeFileSync(join(dir, 'output.jsonl'), 'hi\n');
  expect(unwrap(await agents.queries.log(run.id)).entries).toMatchObject([{ text: 'hi' }]);
  expect(JSON.stringify([await agents.queries.prompt(run.id), await agents.queries.inputs(run.id)])).not.toContain(
    'root:',
  );
});
