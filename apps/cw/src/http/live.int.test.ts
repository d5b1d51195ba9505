import { once } from 'node:events';
import { connect } from 'node:net';
import { err } from '@cw/kernel';
import { anyEvent, testAct } from '@cw/storage/testing';
import { waitFor } from '@cw/testkit';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import type { LiveMessage } from './live-messages.ts';
import { openSocket, startTestApp, type TestApp } from './testing.ts';

type Heard = { readonly id: string; readonly data: LiveMessage };

async function record(app: TestApp, entity: string, size = 0): Promise<void> {
  await app.storage.transact((tx) =>
    anyEvent.append(tx, { type: 'task.updated', entity, payload: 'x'.repeat(size) }, testAct),
  );
}

/** Subscribes and gathers what comes; answers when the server says that it has started. */
async function subscribe(socket: WebSocket, lastEventId?: string): Promise<Heard[]> {
  const heard: Heard[] = [];
  const started = new Promise<void>((resolve) => {
    socket.on('message', (text) => {
      const message = JSON.parse(String(text));
      if (message.result?.type === 'started') resolve();
      if (message.result?.type === 'data') heard.push(message.result.data);
    });
  });
  const params = { path: 'events.subscribe', input: lastEventId === undefined ? {} : { lastEventId } };
  socket.send(JSON.stringify({ id: 1, method: 'subscription', params }));
  await started;
  return heard;
}

const entities = (heard: readonly Heard[]) => heard.map(({ data }) => data.entity);

test('a client that was cut off hears what it missed, once and in order', async () => {
  await using app = await startTestApp();
  const first = await openSocket(app, app.browser);
  const before = await subscribe(first);
  await waitFor(() => before.length === 1);
  await record(app, 'tk_1');
  await record(app, 'tk_2');
  await waitFor(() => before.length === 3);
  first.terminate();
  await record(app, 'tk_3');
  await record(app, 'tk_4');
  const second = await openSocket(app, app.browser);
  const after = await subscribe(second, before.at(-1)?.id);
  await waitFor(() => after.length === 2);
  await record(app, 'tk_5');
  await waitFor(() => after.length === 3);
  expect(before[0]?.data.type).toBe('stream.open');
  expect([...entities(before.slice(1)), ...entities(after)]).toEqual(['tk_1', 'tk_2', 'tk_3', 'tk_4', 'tk_5']);
  expect(after[0]?.data).toMatchObject({ actor: testAct.actor, at: expect.stringMatching(/^\d{4}-.*Z$/) });
});

test('a position of another log, or ahead of this one, means starting afresh', async () => {
  await using app = await startTestApp();
  const { logId, seq } = await app.storage.bus.head();
  for (const position of ['lg_000000000000:1', `${logId}:${seq + 1000}`, 'nonsense']) {
    const heard = await subscribe(await openSocket(app), position);
    await waitFor(() => heard.length === 1);
    expect(heard[0]).toMatchObject({ id: `${logId}:${seq}`, data: { type: 'stream.reset' } });
  }
});

test('a run that writes is hinted at, without a place in the log', async () => {
  await using app = await startTestApp();
  const heard = await subscribe(await openSocket(app));
  await waitFor(() => heard.length === 1);
  app.hints.output('rn_1');
  await waitFor(() => heard.length === 2);
  expect(heard[1]?.data).toEqual({ type: 'run.output', entity: 'rn_1', seq: null, refreshes: [] });
  expect(heard[1]?.id).toBe(heard[0]?.id);
});

test('what was rolled back is never heard', async () => {
  await using app = await startTestApp();
  const heard = await subscribe(await openSocket(app));
  await waitFor(() => heard.length === 1);
  await app.storage.transact(async (tx) => {
    await anyEvent.append(tx, { type: 'task.updated', entity: 'tk_never', payload: null }, testAct);
    return err({ kind: 'no' });
  });
  await record(app, 'tk_kept');
  await waitFor(() => heard.length === 2);
  expect(entities(heard)).toEqual(['', 'tk_kept']);
});

test('a client that does not read is waited for, not buffered without end, and then gets everything', async () => {
  await using app = await startTestApp();
  const buffered: (() => number)[] = [];
  app.app.fastify.server.on('upgrade', (_request, socket) => buffered.push(() => socket.writableLength));
  const socket = await openSocket(app);
  const heard = await subscribe(socket);
  await waitFor(() => heard.length === 1);
  socket.pause();
  const total = 200;
  for (let index = 0; index < total; index += 1) await record(app, `tk_${index}`, 100_000);
  const backlog = () => buffered[0]?.() ?? 0;
  await waitFor(() => backlog() > 1024 * 1024);
  const most = backlog();
  for (let index = 0; index < 20; index += 1) await record(app, `tk_more_${index}`, 100_000);
  expect(backlog()).toBe(most);
  expect(most).toBeLessThan(1.3 * 1024 * 1024);
  socket.resume();
  await waitFor(() => heard.length === 1 + total + 20);
  expect(new Set(entities(heard)).size).toBe(1 + total + 20);
}, 60_000);

test('a client that asks on and on and reads nothing is not listened to until it reads', async () => {
  await using app = await startTestApp();
  const buffered: (() => number)[] = [];
  app.app.fastify.server.on('upgrade', (_request, socket) => buffered.push(() => socket.writableLength));
  const socket = await openSocket(app);
  let answers = 0;
  socket.on('message', () => {
    answers += 1;
  });
  socket.pause();
  const ask = (id: number) => socket.send(JSON.stringify({ id, method: 'query', params: { path: 'long' } }));
  for (let id = 1; id <= 300; id += 1) {
    ask(id);
    if (id % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const backlog = () => buffered[0]?.() ?? 0;
  await waitFor(() => backlog() > 1024 * 1024);
  expect(backlog()).toBeLessThan(4 * 1024 * 1024);
  socket.resume();
  await waitFor(() => answers === 300);
}, 60_000);

test('a message over 256 KiB ends the connection that sent it and no other', async () => {
  await using app = await startTestApp();
  const [rude, polite] = [await openSocket(app), await openSocket(app)];
  const heard = await subscribe(polite);
  const closed = once(rude, 'close');
  rude.send('x'.repeat(300 * 1024));
  expect((await closed)[0]).toBe(1009);
  await record(app, 'tk_1');
  await waitFor(() => heard.some(({ data }) => data.entity === 'tk_1'));
});

test('nonsense on the socket is answered or ends it, and the server goes on', async () => {
  await using app = await startTestApp();
  const socket = await openSocket(app);
  for (const text of ['', '{', '[]', 'null', '{"id":1}', '{"id":1,"method":"query","params":{"path":"__proto__"}}']) {
    socket.send(text);
  }
  socket.send(Buffer.from([0, 1, 2, 255]));
  const raw = connect(app.port, '127.0.0.1');
  raw.write('GET /api/trpc HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
  raw.resume();
  await once(raw, 'close');
  const heard = await subscribe(await openSocket(app));
  await waitFor(() => heard.length === 1);
});

test('closing does not wait for open websockets, and tells them to come back', async () => {
  const app = await startTestApp();
  const socket = await openSocket(app);
  const messages: string[] = [];
  socket.on('message', (text) => messages.push(String(text)));
  const closed = once(socket, 'close');
  await app[Symbol.asyncDispose]();
  await closed;
  expect(messages.some((text) => text.includes('reconnect'))).toBe(true);
});
