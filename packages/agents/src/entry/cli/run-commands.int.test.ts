import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CliAnswer, CliContext, CliInput, Style } from '@cw/entry';
import { ok, randomId, unwrap } from '@cw/kernel';
import { openTestStorage, type TestStorage, testAct } from '@cw/storage/testing';
import { fixedClock, type TempDir, tempDir, waitFor } from '@cw/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AgentsModule, createAgentsModule } from '../../agents.module.ts';
import type { RunRecord } from '../../model/run.ts';
import { say } from '../../model/testing.ts';
import { createRunDriver, type RunDriver } from '../../testing.ts';
import { runCommands } from './commands.ts';

let storage: TestStorage;
let worktree: TempDir;
let agents: AgentsModule;
let driver: RunDriver;

beforeEach(async () => {
  storage = openTestStorage({ say });
  worktree = await tempDir();
  const hostEnv = { PATH: process.env.PATH };
  agents = createAgentsModule({ home: storage.folder, storage, hostEnv });
  driver = createRunDriver({ agents, worktree: worktree.path, act: testAct });
});
afterEach(async () => {
  storage[Symbol.dispose]();
  await worktree.remove();
});

const same = (text: string) => text;
const plain: Style = {
  bold: same,
  dim: same,
  red: same,
  green: same,
  yellow: same,
  blue: same,
  cyan: same,
  magenta: same,
};

type Typed = { readonly run?: string; readonly flags?: readonly string[]; readonly options?: Record<string, string> };

async function cw(verb: string, typed: Typed = {}, printed: string[] = []): Promise<CliAnswer> {
  const command = runCommands.find(({ path }) => path[1] === verb);
  if (!command) throw new Error(`no command ${verb}`);
  const input: CliInput = {
    argument: () => typed.run ?? '',
    optionalArgument: () => typed.run,
    argumentList: () => (typed.run === undefined ? [] : [typed.run]),
    option: (name) => typed.options?.[name],
    optionList: () => [],
    flag: (name) => typed.flags?.includes(name) ?? false,
  };
  const context: CliContext = {
    workspace: { home: storage.folder, storage, clock: fixedClock(Date.now() + 5000), ids: randomId },
    act: async () => testAct,
    holder: async () => ({ name: 'tess', kind: 'person' }),
    folderProject: async () => undefined,
    cwd: '/',
    env: {},
    width: 100,
    style: plain,
    json: false,
    quiet: false,
    stdin: async () => '',
    readInput: async () => Buffer.alloc(0),
    openInput: async () => ({ size: 0, read: () => 0, [Symbol.dispose]: () => {} }),
    writeOutput: async () => 0,
    interactive: false,
    confirm: async () => false,
    edit: async ({ text }) => ok({ text, done: () => {}, kept: (refusal) => refusal }),
    note: () => {},
    print: (text) => printed.push(text),
    signal: new AbortController().signal,
  };
  return (await command.load())(input, context);
}

async function text(answer: Promise<CliAnswer>): Promise<string> {
  return unwrap(await answer).text(plain);
}

const begin = async (script: string): Promise<RunRecord> => driver.start(await driver.create('script'), { script });

describe('cw run', () => {
  test('list shows runs with how they ended, and says what to do when there are none', async () => {
    expect(await text(cw('list'))).toContain('cw assign');
    const { run } = await driver.finish(await begin('echo hi'));
    expect(await text(cw('list'))).toMatch(new RegExp(`${run.id} +tk_a +done +1 +script +\\$0\\.00 +5s`));
    expect(unwrap(await cw('list')).data).toMatchObject({ total: 1, nextCursor: null, items: [{ id: run.id }] });
    expect(unwrap(await cw('list', { flags: ['active'] })).data).toMatchObject({ total: 0 });
    expect(await cw('list', { options: { limit: 'many' } })).toMatchObject({
      ok: false,
      error: { code: 'run.bad-limit' },
    });
  });

  test('show tells how it went, and nothing in it can drive the terminal', async () => {
    const { run } = await driver.finish(await begin('printf "bad \\033[31mred\\n"; exit 3'));
    const shown = await text(cw('show', { run: run.id.slice(0, 10) }));
    expect(shown).toContain(`${run.id}  failed`);
    expect(shown).toContain('The script ended with exit code 3:\n            bad [31mred');
    expect(shown).not.toContain('\u001b');
  });

  test('log prints everything, and with -f as it comes until the run has ended', async () => {
    const run = await begin('echo one; while [ ! -e stop ]; do sleep 0.05; done; echo two');
    const printed: string[] = [];
    const followed = cw('log', { run: run.id, flags: ['follow'] }, printed);
    await waitFor(() => printed.includes('one'));
    writeFileSync(join(worktree.path, 'stop'), '');
    await driver.finish(run);
    expect(await text(followed)).toBe('');
    expect(printed).toEqual(['one', 'two']);
    expect(await text(cw('log', { run: run.id }))).toBe('one\ntwo');
    expect(unwrap(await cw('log', { run: run.id })).data).toMatchObject({ offset: 8, complete: true });
  });

  test('log prints only what holds a text, if asked so', async () => {
    const { run } = await driver.finish(await begin('echo One; echo two; echo none'));
    expect(await text(cw('log', { run: run.id, options: { search: 'ONE' } }))).toBe('One\nnone');
    expect(unwrap(await cw('log', { run: run.id, options: { search: 'three' } })).data).toMatchObject({ entries: [] });
  });

  test('log prints the lines as they came, with no order to the terminal and no secret in them', async () => {
    const key = ['-----BEGIN RSA PRIVATE KEY-----', 'bm9ib2R5', 'cmVhZHMgdGhpcw', '-----END RSA PRIVATE KEY-----'];
    const run = await begin(
      `printf 'a\\033[31m <b>\\377\\n'; printf '%s\\n' '${key.join("' '")}'; echo; while [ ! -e stop ]; do sleep 0.05; done; printf last`,
    );
    const hidden = Array(4).fill('[a private key, hidden]');
    const printed: string[] = [];
    const followed = cw('log', { run: run.id, flags: ['follow', 'raw'] }, printed);
    await waitFor(() => printed.length === 6);
    writeFileSync(join(worktree.path, 'stop'), '');
    await driver.finish(run);
    await text(followed);
    expect(printed).toEqual(['a[31m <b>\ufffd', ...hidden, '', 'last']);
    const again: string[] = [];
    await text(cw('log', { run: run.id, flags: ['raw'], options: { search: 'LAST' } }, again));
    expect(again).toEqual(['last']);
    expect(await text(cw('log', { run: run.id }))).not.toContain('bm9ib2R5');
  });

  test('stop asks, and refuses what has ended or is not there', async () => {
    const run = await begin('sleep 1000');
    const finished = driver.finish(run);
    expect(await text(cw('stop', { run: run.id }))).toContain(`${run.id} is asked to stop`);
    expect((await finished).verdict.outcome).toBe('stopped');
    expect(await cw('stop', { run: run.id })).toMatchObject({ ok: false, error: { code: 'run.ended' } });
    expect(await cw('stop', { run: 'rn_none' })).toMatchObject({ ok: false, error: { code: 'run.not-found' } });
  });

  test('a task, or the start of its id, means its newest run', async () => {
    const { run: first } = await driver.finish(await begin('echo first'));
    const { run: second } = await driver.finish(await begin('echo second'));
    expect(second.taskId).toBe(first.taskId);
    expect(await text(cw('log', { run: first.taskId }))).toBe('second');
    expect(unwrap(await cw('show', { run: first.taskId.slice(3, 4) })).ids).toEqual([second.id]);
    expect(await cw('show', { run: 'tk_none' })).toMatchObject({ ok: false, error: { code: 'run.not-found' } });
  });

  test('prompt prints what the agent was given', async () => {
    const run = await driver.create('script', { prompt: 'Do this.\n' });
    expect(await text(cw('prompt', { run: run.id }))).toBe('Do this.');
  });
});
