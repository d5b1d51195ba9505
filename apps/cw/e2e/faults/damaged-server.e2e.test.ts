import { copyFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { waitFor } from '@cw/testkit';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createAppRouter, type RouterDeps } from '../../src/http/router.ts';
import type { Server } from '../harness/server.ts';
import { openWorkspace, type Workspace } from '../harness/workspace.ts';
import { type Connected, connect } from '../mcp/client.ts';
import { cutOff, damageLeaves } from './damage.ts';
import { diagnose } from './diagnosis.ts';

const long = 'wordwordword '.repeat(2_000);

/** Every read of the API, so that a new one is tried too. */
const reads = Object.entries<unknown>(createAppRouter(hollow())._def.procedures).flatMap(([name, procedure]) =>
  isQuery(procedure) ? [name] : [],
);

function isQuery(procedure: unknown): boolean {
  return Reflect.get(Reflect.get(Object(procedure), '_def'), 'type') === 'query';
}

/** Modules of which only the names of what is made of them are asked. */
function hollow(): RouterDeps {
  const nothing: unknown = new Proxy(() => {}, { get: () => nothing });
  return nothing as RouterDeps;
}

type Told = { readonly code: string; readonly hint?: string };
type Answer = {
  readonly status: number;
  readonly body: { readonly result?: unknown; readonly error?: { readonly data: { readonly cw: Told | null } } };
};

type Api = (name: string, input?: unknown) => Promise<Answer>;

async function apiOf(cw: Workspace): Promise<{ readonly api: Api; readonly follow: () => Following }> {
  const { url, token } = JSON.parse(await readFile(join(cw.home, 'server.json'), 'utf8'));
  const headers = { authorization: `Bearer ${token}` };
  return {
    api: async (name, input) => {
      const asked = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
      const response = await fetch(`${url}/api/trpc/${name}${asked}`, { headers });
      return { status: response.status, body: JSON.parse(await response.text()) };
    },
    follow: () => follow(new WebSocket(`${url.replace('http', 'ws')}/api/trpc`, { headers })),
  };
}

type Following = {
  readonly heard: readonly string[];
  readonly refused: () => Told | undefined;
  readonly end: () => void;
};

/** Follows the event log as a page does. */
function follow(socket: WebSocket): Following {
  const heard: string[] = [];
  let told: Told | undefined;
  socket.on('open', () => {
    socket.send(JSON.stringify({ id: 1, method: 'subscription', params: { path: 'events.subscribe', input: {} } }));
  });
  socket.on('message', (text) => {
    if (String(text) === 'PING') return;
    const { result, error } = JSON.parse(String(text));
    heard.push(error?.data.code ?? result?.data?.data?.type ?? result?.type);
    told ??= error?.data.cw;
  });
  return { heard, refused: () => told, end: () => socket.terminate() };
}

/** The inputs that some read or other takes. */
const inputs = (task: string) => [
  ...[undefined, {}, { id: task }, { task }, { run: 'rn_none' }, { text: 'one' }, { project: 'none' }],
];

/** What every read answers, with the first input that it takes. */
async function readAll(api: Api, task: string): Promise<ReadonlyMap<string, Answer>> {
  const answers = new Map<string, Answer>();
  for (const name of reads) {
    for (const input of inputs(task)) {
      const answer = await api(name, input);
      answers.set(name, answer);
      if (answer.status !== 400) break;
    }
  }
  return answers;
}

const tools = (task: string) =>
  [
    ['task_list', {}],
    ['task_ready', {}],
    ['inbox_list', {}],
    ['task_show', { id: task }],
    ['task_create', { title: 'x' }],
    ['task_comment', { id: task, text: 'x' }],
  ] as const;

type Scene = { readonly cw: Workspace; readonly backup: string; readonly task: string; readonly server: Server };

async function expectRefusedEverywhere(
  { cw, backup, task, server }: Scene,
  { mcp, before }: { readonly mcp: Connected; readonly before: ReadonlyMap<string, Answer> },
): Promise<void> {
  const { api, follow } = await apiOf(cw);
  const refusal = { code: 'storage.unreadable', hint: expect.stringContaining(backup) };
  for (const [name, answer] of await readAll(api, task)) {
    // What lies on pages that are whole may still be read; it is then what it was.
    if (answer.status === before.get(name)?.status) expect([name, answer]).toEqual([name, before.get(name)]);
    else expect([name, answer.status, answer.body.error?.data.cw]).toMatchObject([name, 503, refusal]);
  }
  for (const name of ['tasks.list', 'tasks.show', 'events.latest', 'system.status']) {
    const answer = await api(name, name === 'tasks.show' ? { id: task } : {});
    expect([name, answer.body.error?.data.cw]).toMatchObject([name, refusal]);
  }
  const later = follow();
  // What was written last may still lie in the log, which is whole: then it begins, and breaks where it reads on.
  await waitFor(() => later.refused() ?? later.heard.includes('stream.open'), { what: 'the stream to begin, or not' });
  if (!later.heard.includes('stream.open'))
    expect([later.refused(), later.heard.includes('SERVICE_UNAVAILABLE')]).toMatchObject([refusal, true]);
  later.end();
  for (const [name, input] of tools(task)) {
    const answer = await mcp.call(name, input);
    expect([name, answer.isError]).toEqual([name, true]);
    for (const words of ['(storage.unreadable)', backup]) expect(answer.content[0]?.text).toContain(words);
  }
  for (const args of [['list'], ['show', task], ['create', 'x']]) {
    const ran = await cw.run(['task', ...args]);
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([69, '', expect.stringContaining(backup)]);
    expect(ran.stderr).toContain('(storage.unreadable)');
  }
  expect((await diagnose(cw)).healthy).toBe(false);
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
}

/** Runs a server and a person's agent on a workspace whose database is then damaged. */
async function damaged(damage: (cw: Workspace) => Promise<unknown>, then: (scene: Scene, mcp: Connected) => unknown) {
  await using cw = await openWorkspace();
  const { id: task } = await cw.ask<{ id: string }>('task', 'create', 'one', '--description', long);
  for (let n = 0; n < 40; n += 1) await cw.ask('task', 'create', `Task ${n}`, '--label', 'many');
  const { path: backup } = await cw.ask<{ path: string }>('backup', 'create');
  const server = await cw.serve();
  await using mcp = await connect(cw, ['--as-user']);
  await mcp.ask('task_list', {});
  const { api, follow } = await apiOf(cw);
  const following = follow();
  await waitFor(() => following.heard.includes('stream.open'), { what: 'the stream to begin' });
  const before = await readAll(api, task);
  await damage(cw);
  const scene = { cw, backup, task, server };
  await expectRefusedEverywhere(scene, { mcp, before });
  following.end();

  expect((await cw.refusal(['backup', 'restore', backup])).error.code).toBe('server.running');
  expect(await server.stop()).toMatchObject({ code: 0 });
  await cw.ask('backup', 'restore', backup);
  await then(scene, mcp);
  const next = await cw.serve();
  const again = (await apiOf(cw)).api;
  expect(await again('tasks.show', { id: task })).toEqual(before.get('tasks.show'));
  expect(await cw.ask('task', 'show', task)).toMatchObject({ description: long });
  expect((await diagnose(cw)).healthy).toBe(true);
  await next.stop();
}

test.each([
  ['every page of rows is overwritten', damageLeaves],
  ['the file is cut in two', (cw: Workspace) => cutOff(cw, 0.5)],
])(
  'when %s under a running server, it goes on and refuses, and who has it open goes on with what is put back',
  (_what, damage) =>
    damaged(damage, async ({ cw, task }, mcp) => {
      expect(await mcp.ask('task_show', { id: task })).toMatchObject({ id: task, title: 'one' });
      await mcp.ask('task_comment', { id: task, text: 'Back again.' });
      expect(await cw.ask('task', 'comments', task)).toMatchObject({ items: [{ text: 'Back again.' }] });
    }),
);

test('when nothing is left of the file under a running server, no empty workspace is made in its place', () =>
  damaged(
    (cw) => cutOff(cw, 0),
    async ({ task }, mcp) => {
      // It has the former file open, and is told so until it is started again.
      expect(await mcp.call('task_show', { id: task })).toMatchObject({ isError: true });
    },
  ));

test.each([
  ['removed', (cw: Workspace) => removeDatabase(cw.home)],
  [
    'replaced by another',
    async (cw: Workspace) => {
      await removeDatabase(cw.home);
      await using other = await openWorkspace();
      await copyFile(join(other.home, 'cw.db'), join(cw.home, 'cw.db'));
    },
  ],
])(
  'a database that is %s under a running server is written to no more, and what was open is saved',
  async (_what, harm) => {
    await using cw = await openWorkspace();
    const { id: task } = await cw.ask<{ id: string }>('task', 'create', 'one');
    const server = await cw.serve();
    await using mcp = await connect(cw, ['--as-user']);
    await mcp.ask('task_comment', { id: task, text: 'Before.' });
    await using onlyRead = await connect(cw, ['--as-user']);
    await onlyRead.ask('task_list', {});
    await harm(cw);
    const first = await onlyRead.call('task_comment', { id: task, text: 'The first that it writes.' });
    expect(first.content[0]?.text).toContain('while this program had it open');
    const refused = await mcp.call('task_comment', { id: task, text: 'After.' });
    expect(refused).toMatchObject({ isError: true });
    expect(refused.content[0]?.text).toMatch(/had it open.*cw backup restore \S+-saved\.db.*\(storage\.unreadable\)/s);
    const saved = /restore (\S+-saved\.db)/.exec(refused.content[0]?.text ?? '')?.[1] ?? '';
    await server.stop();
    await cw.ask('backup', 'restore', saved);
    expect(await cw.ask('task', 'comments', task)).toMatchObject({ items: [{ text: 'Before.' }] });
    expect((await diagnose(cw)).healthy).toBe(true);
  },
);

async function removeDatabase(home: string): Promise<void> {
  for (const end of ['', '-wal', '-shm']) await rm(join(home, `cw.db${end}`), { force: true });
}
