import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { RequestContext } from '@cw/entry/trpc';
import { procedure, router } from '@cw/entry/trpc';
import { systemClock } from '@cw/storage';
import { openTestStorage, type TestStorage, testAct } from '@cw/storage/testing';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { createHttpApp, type HttpApp, type HttpAppOptions } from './app.ts';
import { createEventsRouter } from './events-router.ts';
import type { Access } from './guard.ts';
import { createLiveFeed, type LiveFeed } from './live-messages.ts';
import { createOneTimeLinks, type OneTimeLinks } from './one-time-links.ts';
import { createOutputHints, type OutputHints } from './output-hints.ts';
import { createSessions, type Sessions } from './sessions.ts';

export type Route = { readonly method: string; readonly url: string; readonly access: Access };

export type TestApp = AsyncDisposable & {
  readonly app: HttpApp;
  readonly storage: TestStorage;
  readonly sessions: Sessions;
  readonly links: OneTimeLinks;
  readonly hints: OutputHints;
  readonly routes: readonly Route[];
  readonly reports: readonly string[];
  readonly port: number;
  readonly host: string;
  /** Headers with which each credential comes. */
  readonly bearer: Headers;
  readonly browser: Headers;
  send(method: string, path: string, headers?: Headers, body?: string): Promise<Answer>;
  upgrade(path: string, headers?: Headers): Promise<Answer>;
};

export type Headers = Readonly<Record<string, string>>;
export type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string };

export const caller: Pick<RequestContext, 'act' | 'holder'> = {
  act: testAct,
  holder: { name: 'tess', kind: 'person' },
};

const page = '<!doctype html><title>Codewalkers</title>';
const dashboardFiles = new Map([
  ['index.html', Buffer.from(page)],
  ['assets/index-1f3c.js', Buffer.from('export {};')],
  // As the single executable has its files: bytes that are no Buffer.
  ['assets/large-1f3c.js', new Uint8Array(5000).fill(0x20)],
]);

/** The whole HTTP side over a real database and a real port, with a router of a few procedures. */
export async function startTestApp(
  options: Pick<HttpAppOptions, 'patience'> & {
    readonly dashboard?: HttpAppOptions['dashboard'];
    readonly port?: number;
  } = {},
): Promise<TestApp> {
  const storage = openTestStorage();
  const sessions = createSessions(Buffer.alloc(32, 7), systemClock);
  const links = createOneTimeLinks(systemClock);
  const hints = createOutputHints();
  const feed = createLiveFeed(storage.bus, hints);
  const routes: Route[] = [];
  const reports: string[] = [];
  const app = await createHttpApp({
    router: testRouter(storage, feed),
    sessions,
    links,
    caller,
    dashboard: options.dashboard ?? (async (path) => dashboardFiles.get(path)),
    version: '1.2.3',
    startedAt: '2026-01-01T00:00:00.000Z',
    host: '127.0.0.1',
    url: () => `http://127.0.0.1:${port}`,
    report: (error, where) => reports.push(`${where}: ${error.message}`),
    onRoute: (route) => routes.push(route),
    ...(options.patience && { patience: options.patience }),
  });
  await app.fastify.listen({ port: options.port ?? 0, host: '127.0.0.1' });
  const address = app.fastify.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const host = `127.0.0.1:${port}`;
  const { session, value } = sessions.newCookie();
  const call = { port, host };
  return {
    app,
    storage,
    sessions,
    links,
    hints,
    routes,
    reports,
    port,
    host,
    bearer: { authorization: `Bearer ${sessions.token}` },
    browser: {
      cookie: `cw_session_${port}=${value}`,
      origin: `http://${host}`,
      'x-cw-key': sessions.keyFor(session, `http://${host}`),
      'sec-fetch-site': 'same-origin',
    },
    send: (method, path, headers = {}, body = undefined) => send(call, { method, path, headers, body }),
    upgrade: (path, headers = {}) =>
      send(call, { method: 'GET', path, headers: { ...upgradeHeaders, ...headers }, body: undefined }),
    [Symbol.asyncDispose]: async () => {
      await app.close();
      feed.close();
      storage[Symbol.dispose]();
    },
  };
}

/** A websocket as programs open it, or, with `browser` headers, as a browser does. */
export async function openSocket(app: TestApp, headers: Headers = app.bearer): Promise<WebSocket> {
  const { 'x-cw-key': key, ...rest } = headers;
  const socket = new WebSocket(`ws://${app.host}/api/trpc`, key ? ['cw', `cw-key.${key}`] : [], { headers: rest });
  await once(socket, 'open');
  return socket;
}

function testRouter(storage: TestStorage, feed: LiveFeed) {
  return router({
    ping: procedure.query(({ ctx }) => `pong, ${ctx.act.actor.name}`),
    say: procedure.input(z.object({ text: z.string() })).mutation(({ input }) => input.text.length),
    long: procedure.query(() => 'x'.repeat(100_000)),
    slow: procedure.input(z.number()).query(({ input: ms }) => pause(ms, 'at last')),
    fail: procedure.query(() => {
      throw new Error('a secret of the inside');
    }),
    events: createEventsRouter(storage, feed),
  });
}

const upgradeHeaders = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

type Sending = {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: string | undefined;
};

/** A request with exactly these headers: fetch would not let Host and Origin be forged. */
function send(at: { readonly port: number; readonly host: string }, sending: Sending): Promise<Answer> {
  const { method, path, body } = sending;
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const headers = { host: at.host, connection: 'close', ...length, ...sending.headers };
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port: at.port, method, path, headers, setHost: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    call.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text: '' });
    });
    call.on('error', reject);
    call.end(body);
  });
}
