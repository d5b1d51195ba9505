import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@cw/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { askForLink } from '../http/ask-for-link.ts';
import { findServer, readServerFile } from '../http/server-file.ts';
import { type RunningServer, type StartServer, startServer } from './start-server.ts';

let home: string;
let running: RunningServer[];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cw-server-'));
  running = [];
});

afterEach(async () => {
  for (const server of running) await server.stop();
  rmSync(home, { recursive: true });
});

async function start(options: Partial<StartServer> = {}): Promise<RunningServer> {
  const server = await startServer({ home, port: 0, ...options });
  running.push(server);
  return server;
}

async function ask(server: RunningServer, path: string): Promise<unknown> {
  const { token } = readServerFile(home) ?? { token: '' };
  const answer = await fetch(`${server.url}/api/trpc/${path}`, { headers: { authorization: `Bearer ${token}` } });
  const { result } = z.object({ result: z.object({ data: z.unknown() }) }).parse(await answer.json());
  return result.data;
}

test('server.json tells of a server while it runs, and a link can be asked for by it', async () => {
  const server = await start();
  const info = await findServer(home);
  expect(info).toMatchObject({ pid: process.pid, url: server.url });
  expect(statSync(join(home, 'server.json')).mode & 0o777).toBe(0o600);
  if (!info) throw new Error('no server.json');
  const { url } = await askForLink(info, '/runs');
  expect(url.startsWith(`${server.url}/runs#link=`)).toBe(true);
  await server.stop();
  expect(existsSync(join(home, 'server.json'))).toBe(false);
  await expect(askForLink(info)).rejects.toMatchObject({ code: 'server.unavailable' });
});

test.each<readonly [string, (path: string) => void]>([
  ['deleted', (path) => rmSync(path)],
  ['broken', (path) => writeFileSync(path, '{')],
  ['written over', (path) => writeFileSync(path, readFileSync(path, 'utf8').replace(/127.0.0.1:\d+/, '127.0.0.1:1'))],
])('server.json that is %s while the server runs is there again', async (_how, spoil) => {
  const server = await start();
  for (const _again of [1, 2]) {
    spoil(join(home, 'server.json'));
    expect((await waitFor(() => findServer(home))).url).toBe(server.url);
  }
  expect(statSync(join(home, 'server.json')).mode & 0o777).toBe(0o600);
});

test('the token is the same after a restart', async () => {
  const first = await start();
  const { token } = readServerFile(home) ?? {};
  await first.stop();
  await start();
  expect(readServerFile(home)?.token).toBe(token);
});

test('what a dead server left behind is not mistaken for a living one', async () => {
  const server = await start();
  const text = readFileSync(join(home, 'server.json'), 'utf8');
  await server.stop();
  writeFileSync(join(home, 'server.json'), text);
  expect(await findServer(home)).toBeUndefined();
  await start();
  expect(await findServer(home)).toBeDefined();
});

test('a second server serves without dispatching, says who does, and takes over when that one ends', async () => {
  const first = await start();
  const second = await start();
  expect(await ask(second, 'system.status')).toMatchObject({
    home,
    dispatching: { me: false, holder: `the server at ${first.url}`, pid: process.pid },
    running: 0,
    maxConcurrent: 1,
    todayCostUsd: 0,
    parked: [],
  });
  expect(readServerFile(home)?.url).toBe(first.url);
  await first.stop();
  await waitFor(async () => (await second.status()).dispatching.me);
  await waitFor(() => readServerFile(home)?.url === second.url);
  expect((await second.status()).dispatching.holder).toBe(`the server at ${second.url}`);
});

test('a server that cannot have its port leaves nothing behind, and says when it is its own workspace that has it', async () => {
  const first = await start();
  await expect(startServer({ home, port: first.port })).rejects.toMatchObject({
    code: 'server.port-taken',
    message: `The server of this workspace is already running, at ${first.url} (pid ${process.pid}).`,
  });
  await expect(startServer({ home: join(home, 'other'), port: first.port })).rejects.toMatchObject({
    message: expect.stringContaining('in use by another program'),
  });
  expect(readServerFile(home)?.url).toBe(first.url);
});

test('a host of other machines is refused before anything is opened', async () => {
  const elsewhere = join(home, 'untouched');
  await expect(startServer({ home: elsewhere, host: '0.0.0.0' })).rejects.toMatchObject({
    code: 'server.remote-not-allowed',
  });
  expect(existsSync(elsewhere)).toBe(false);
});

test('every room answers over the one API', async () => {
  const server = await start();
  const empty = { items: [], total: 0, nextCursor: null };
  for (const path of ['tasks.list', 'runs.list', 'merges.list', 'projects.list', 'accounts.list', 'agents.list']) {
    const input = path === 'tasks.list' ? '?input=%7B%7D' : '';
    expect([path, await ask(server, `${path}${input}`)]).toEqual([path, empty]);
  }
  expect(await ask(server, 'config.list')).toMatchObject({ total: expect.any(Number) });
  const added = expect.objectContaining({ type: 'user.added' });
  expect(await ask(server, 'events.latest')).toMatchObject({ items: expect.arrayContaining([added]) });
  const healthy = { well: true, server: { state: 'answers', url: server.url }, agents: { working: 0 } };
  expect(await ask(server, 'system.health')).toMatchObject(healthy);
});
