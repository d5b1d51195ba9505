import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { AppRouter, Root } from '@cw/app';
import { refreshesOf, repositoryRoot } from '@cw/app/e2e';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { BrowserContext, Route, WebSocketRoute } from 'playwright-core';

type Inputs = inferRouterInputs<AppRouter>;
export type Outputs = inferRouterOutputs<AppRouter>;

/** What the server would answer, by room and procedure. What nothing is said of is refused, and fails the test. */
export type Answers = {
  readonly [Room in keyof Outputs]?: {
    readonly [Procedure in keyof Outputs[Room]]?: (
      input: Room extends keyof Inputs
        ? Procedure extends keyof Inputs[Room]
          ? Inputs[Room][Procedure]
          : never
        : never,
    ) => Outputs[Room][Procedure] | Promise<Outputs[Room][Procedure]>;
  };
};

export type ScriptedLink = {
  /** Where the page finds its server; nothing listens there. */
  readonly origin: string;
  /** Names of the procedures that were asked for and that no answer is written for. */
  readonly unanswered: () => readonly string[];
  /** Has the pages hear of something, as the server tells of it. */
  readonly tell: (message: Told) => void;
  /** Closes the websockets that are open; the next ones open as ever. */
  readonly cut: () => void;
};

/** An event, or a hint such as `run.output`. */
export type Told = { readonly type: string; readonly entity: string; readonly payload?: unknown };

const origin = 'http://dashboard.test';
const dashboard = join(repositoryRoot, 'dist/web');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
};

/** Has the pages of a context find the built dashboard, and a server that answers what is written here. */
export async function scriptLink(context: BrowserContext, answers: Answers): Promise<ScriptedLink> {
  const unanswered: string[] = [];
  const ask: Ask = async (path, input) => {
    const [room = '', procedure = ''] = path.split('.');
    const answer: unknown = Reflect.get(Object(Reflect.get(answers, room)), procedure);
    if (typeof answer === 'function') return { result: { data: await answer(input) } };
    unanswered.push(path);
    return { error: { message: `no answer is written for ${path}`, code: -32_004, data: { code: 'NOT_FOUND' } } };
  };
  await context.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    return pathname.startsWith('/api/trpc/') ? answerBatch(route, ask) : serveFile(route, pathname);
  });
  const subscribers = new Set<
    (tracked: { readonly id: string; readonly data: Told & { readonly refreshes: readonly Root[] } }) => void
  >();
  const sockets = new Set<WebSocketRoute>();
  await context.routeWebSocket(/\/api\/trpc$/, (socket) => {
    sockets.add(socket);
    socket.onMessage((message) => {
      if (message === 'PING') return socket.send('PONG');
      const { id, method } = JSON.parse(String(message));
      if (method !== 'subscription') return;
      socket.send(JSON.stringify({ id, result: { type: 'started' } }));
      subscribers.add((data) => socket.send(JSON.stringify({ id, result: { type: 'data', id: data.id, data } })));
    });
  });
  let seq = 1;
  return {
    origin,
    unanswered: () => [...new Set(unanswered)],
    tell: (data) => {
      seq += 1;
      for (const subscriber of subscribers)
        subscriber({ id: `lg_000000000000:${seq}`, data: { ...data, refreshes: refreshesOf(data.type) } });
    },
    cut: () => {
      subscribers.clear();
      for (const socket of sockets) void socket.close();
      sockets.clear();
    },
  };
}

type Ask = (path: string, input: unknown) => Promise<object>;

/** Answers requests of tRPC, alone or in a batch. */
async function answerBatch(route: Route, ask: Ask): Promise<void> {
  const request = route.request();
  const url = new URL(request.url());
  const paths = url.pathname.slice('/api/trpc/'.length).split(',');
  const given: unknown = JSON.parse(request.postData() ?? url.searchParams.get('input') ?? '{}');
  const isBatch = url.searchParams.has('batch');
  const inputOf = (index: number): unknown => (isBatch ? Reflect.get(Object(given), String(index)) : given);
  const answered = await Promise.all(paths.map((path, index) => ask(path, inputOf(index))));
  // A request that the page has given up meanwhile takes no answer.
  await route.fulfill({ json: isBatch ? answered : answered[0] }).catch(() => undefined);
}

/** Serves a built file; every other path is the page itself, as the server has it. */
async function serveFile(route: Route, pathname: string): Promise<void> {
  const file = extname(pathname) === '' ? '/index.html' : pathname;
  const body = await readFile(join(dashboard, file)).catch(() => undefined);
  if (body === undefined) await route.fulfill({ status: 404 });
  else await route.fulfill({ body, contentType: types[extname(file)] ?? 'application/octet-stream' });
}
