import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { waitFor } from '@cw/testkit';
import { expect, test } from 'vitest';
import { usualPatience } from './app.ts';
import { openSocket, startTestApp, type TestApp } from './testing.ts';

const patience = { head: 200, request: 400, idle: 200, checkEvery: 50, ping: 200, pong: 200 };

function open(app: TestApp, sent: string): Socket {
  const socket = connect(app.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.resume();
  if (sent !== '') socket.write(sent);
  return socket;
}

/** What a connection can send before it falls silent, up to each point at which the server waits for more. */
const silences = (app: TestApp) => {
  const post = `POST /api/trpc/say HTTP/1.1\r\nHost: ${app.host}\r\nAuthorization: ${app.bearer.authorization}\r\nContent-Type: application/json\r\n`;
  return {
    'nothing at all': '',
    'half a line': 'GET /api/hea',
    'half of its headers': `GET /api/health HTTP/1.1\r\nHost: ${app.host}\r\n`,
    'headers and no body': `${post}Content-Length: 20\r\n\r\n`,
    'half a body': `${post}Content-Length: 20\r\n\r\n{"text"`,
    'half a chunk': `${post}Transfer-Encoding: chunked\r\n\r\n14\r\n{"text"`,
    'a request, and then no other': `GET /api/health HTTP/1.1\r\nHost: ${app.host}\r\n\r\n`,
    'an upgrade that is refused': `GET /api/trpc HTTP/1.1\r\nHost: ${app.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  };
};

test('a connection that falls silent is closed, whatever it has sent before', async () => {
  await using app = await startTestApp({ patience });
  const sent = Object.entries(silences(app));
  const closed = sent.map(async ([what, text]) => {
    await once(open(app, text), 'close');
    return what;
  });
  expect(await Promise.all(closed)).toEqual(sent.map(([what]) => what));
  expect(app.reports).toEqual([]);
});

test('a connection that sends a byte now and then is closed as well', async () => {
  await using app = await startTestApp({ patience });
  const socket = open(app, 'GET /api/health HTTP/1.1\r\nX: ');
  const timer = setInterval(() => socket.write('x'), 20);
  await once(socket, 'close');
  clearInterval(timer);
});

test('many silent connections keep nobody else from being answered, and none of them stays', async () => {
  await using app = await startTestApp({ patience });
  const silent = Array.from({ length: 200 }, () => open(app, ''));
  expect((await app.send('GET', '/api/health')).status).toBe(200);
  await waitFor(() => silent.every((socket) => socket.destroyed));
});

test('a websocket whose client answers no ping is closed', async () => {
  await using app = await startTestApp({ patience });
  await once(await openSocket(app), 'close');
});

test('a client that asks for much and takes none of the answers is let go of', async () => {
  await using app = await startTestApp({ patience });
  const { server } = app.app.fastify;
  const connections = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  const ask = `GET /api/trpc/long HTTP/1.1\r\nHost: ${app.host}\r\nAuthorization: ${app.bearer.authorization}\r\n\r\n`;
  const socket = open(app, '');
  socket.pause();
  socket.write(ask.repeat(150));
  await waitFor(async () => (await connections()) === 1);
  await waitFor(async () => (await connections()) === 0);
  socket.destroy();
});

test('an answer that takes longer than silences are borne is waited for', async () => {
  // Longer than a busy machine takes to hand the request over.
  await using app = await startTestApp({ patience: { ...patience, head: 2_000, request: 2_000 } });
  const { status } = await app.send('GET', '/api/trpc/slow?input=2500', app.bearer);
  expect(status).toBe(200);
});

test('as the server is started, none of them stays for more than 30 seconds', () => {
  const { head, request, idle, checkEvery, ping, pong } = usualPatience;
  expect(Math.max(head + checkEvery, request + checkEvery, idle, ping + pong)).toBeLessThanOrEqual(30_000);
});
