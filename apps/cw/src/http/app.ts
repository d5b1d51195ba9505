import type { IncomingMessage } from 'node:http';
import { constants } from 'node:zlib';
import type { RequestContext } from '@cw/entry/trpc';
import type { IsoTime } from '@cw/kernel';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import type { AnyRouter } from '@trpc/server';
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { type DashboardFiles, dashboardRoutes, notFoundBody } from './dashboard.ts';
import { type DevDashboard, devDashboardRoutes } from './dev-dashboard.ts';
import { type Access, type GuardPolicy, judge } from './guard.ts';
import { knownHosts } from './known-hosts.ts';
import { createLiveSocket } from './live-socket.ts';
import type { OneTimeLinks } from './one-time-links.ts';
import { refusalBody } from './refusal-body.ts';
import { factsOf } from './request-facts.ts';
import { securityHeaders } from './security-headers.ts';
import { sessionRoutes } from './session-routes.ts';
import type { Sessions } from './sessions.ts';
import { serveUpgrades, type UpgradeRoute } from './upgrades.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** @defaultValue 'session' */
    access?: Access;
  }
}

export type HttpAppOptions = {
  readonly router: AnyRouter;
  readonly sessions: Sessions;
  readonly links: OneTimeLinks;
  /** Who acts when a request comes from the dashboard or shows the token. */
  readonly caller: Pick<RequestContext, 'act' | 'holder' | 'faultBehind'>;
  readonly dashboard: DashboardFiles | DevDashboard;
  readonly version: string;
  readonly startedAt: IsoTime;
  /** The host it will listen on, as it was asked for. */
  readonly host: string;
  readonly url: () => string;
  /** Told of errors that are nobody's answer: bugs, for the log. */
  readonly report: (error: Error, where: string) => void;
  /** @defaultValue usualPatience */
  readonly patience?: ConnectionPatience;
  /** Told of each route as it is made; tests enumerate by it. */
  readonly onRoute?: (route: { readonly method: string; readonly url: string; readonly access: Access }) => void;
};

export type HttpApp = {
  readonly fastify: FastifyInstance;
  readonly upgrades: readonly UpgradeRoute[];
  /** Lets go of websockets, answers what is under way, and closes. */
  close(): Promise<void>;
};

const bodyLimit = 1024 * 1024;

/** What is expected of a connection, in milliseconds; what does less is closed. */
export type ConnectionPatience = {
  /** In which the head of a request must have arrived: counted from the beginning of the connection, also if nothing comes. */
  readonly head: number;
  /** In which a whole request must have arrived. */
  readonly request: number;
  /** After an answer, in which the next request must begin; and in which something of an answer must have been taken. */
  readonly idle: number;
  /** How often the first two are looked at. */
  readonly checkEvery: number;
  /** After which a websocket that says nothing is pinged, and in which it must answer. */
  readonly ping: number;
  readonly pong: number;
};

/** Whatever a connection leaves unsent, it is closed within 30 seconds. */
export const usualPatience: ConnectionPatience = {
  head: 15_000,
  request: 25_000,
  idle: 25_000,
  checkEvery: 5_000,
  ping: 15_000,
  pong: 10_000,
};

/** Answers are compressed as they are sent: what is saved on the way is worth more than the last per cent. */
const compression: FastifyCompressOptions = {
  encodings: ['br', 'gzip'],
  threshold: 1024,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
};

const apiPath = '/api/trpc';

/** The server: API, websocket and dashboard behind one guard. It listens nowhere yet. */
export async function createHttpApp(options: HttpAppOptions): Promise<HttpApp> {
  const patience = options.patience ?? usualPatience;
  const app = fastify({
    bodyLimit,
    requestTimeout: patience.request,
    keepAliveTimeout: patience.idle,
    http: { headersTimeout: patience.head, connectionsCheckingInterval: patience.checkEvery },
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 5_000 },
  });
  const policyFor = policies(options);
  announceRoutes(app, options);
  guardRequests(app, options, policyFor);
  answerErrors(app, options);
  await app.register(compress, compression);
  // From here on only the client can hold up the answer; once it is sent, the next request is waited for in the same way.
  app.addHook('onSend', async (request) => void request.raw.socket.setTimeout(patience.idle));
  app.get('/api/health', { config: { access: 'open' } }, async () => {
    return { status: 'ok', version: options.version, startedAt: options.startedAt };
  });
  sessionRoutes(app, { ...options, cookieName });
  await app.register(fastifyTRPCPlugin, trpcOptions(options));
  const live = createLiveSocket({
    router: options.router,
    createContext: (socket) => ({ ...options.caller, backlog: () => socket.bufferedAmount }),
    report: options.report,
    heartbeat: { pingMs: patience.ping, pongWaitMs: patience.pong },
  });
  const upgrades: UpgradeRoute[] = [{ path: apiPath, access: 'session', accept: live.accept }];
  if (typeof options.dashboard === 'function') dashboardRoutes(app, options.dashboard);
  else upgrades.push(devDashboardRoutes(app, options.dashboard));
  const cutOff = serveUpgrades(app.server, upgrades, policyFor);
  await app.ready();
  return {
    fastify: app,
    upgrades,
    close: async () => {
      live.close();
      cutOff();
      await app.close();
    },
  };
}

/** Cookies ignore ports: the name keeps apart what two servers of one machine give to a browser. */
export function cookieName(port: number): string {
  return `cw_session_${port}`;
}

function policies({ host, sessions }: HttpAppOptions): (port: number) => GuardPolicy {
  let last: { readonly port: number; readonly policy: GuardPolicy } | undefined;
  return (port) => {
    if (last?.port !== port) {
      last = { port, policy: { hosts: knownHosts(port, host), cookieName: cookieName(port), sessions } };
    }
    return last.policy;
  };
}

function announceRoutes(app: FastifyInstance, { onRoute }: HttpAppOptions): void {
  app.addHook('onRoute', (route) => {
    const access = route.config?.access ?? 'session';
    for (const method of [route.method].flat()) onRoute?.({ method, url: route.url, access });
  });
}

function guardRequests(app: FastifyInstance, options: HttpAppOptions, policyFor: (port: number) => GuardPolicy): void {
  const dev = typeof options.dashboard !== 'function';
  app.addHook('onRequest', async (request, reply) => {
    const verdict = judge(factsOf(request.raw, accessOf(request)), policyFor(localPort(request.raw)));
    const host = verdict.allowed ? (request.headers.host ?? '') : '127.0.0.1';
    reply.headers(securityHeaders(host, dev));
    if (isApi(request.url)) reply.header('cache-control', 'no-store');
    if (!verdict.allowed) return reply.code(verdict.status).send(refusalBody(verdict));
  });
}

/** A route that does not say what it asks for asks for a session; a path that no route has asks for nothing. */
function accessOf(request: FastifyRequest): Access {
  return request.is404 ? 'open' : (request.routeOptions.config.access ?? 'session');
}

function answerErrors(app: FastifyInstance, options: HttpAppOptions): void {
  app.setNotFoundHandler(async (request, reply) => reply.code(404).send(notFoundBody(request.method, request.url)));
  app.setErrorHandler(async (error, request, reply) => {
    const status = statusOf(error);
    if (status < 500 && error instanceof Error) {
      return reply.code(status).send(refusalBody({ code: codeFor(status), message: error.message }));
    }
    options.report(error instanceof Error ? error : new Error(String(error)), `${request.method} ${request.url}`);
    const message = 'Something went wrong in cw; see its log.';
    return reply.code(500).send(refusalBody({ code: 'server.bug', message }));
  });
}

function statusOf(error: unknown): number {
  const status: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'statusCode') : undefined;
  return typeof status === 'number' && status >= 400 ? status : 500;
}

function codeFor(status: number): string {
  return status === 413 ? 'request.too-large' : status === 415 ? 'request.not-json' : 'request.malformed';
}

function trpcOptions(options: HttpAppOptions): FastifyTRPCPluginOptions<AnyRouter> & { readonly prefix: string } {
  return {
    prefix: apiPath,
    trpcOptions: {
      router: options.router,
      createContext: () => options.caller,
      onError: ({ error, path }) => {
        if (error.code === 'INTERNAL_SERVER_ERROR') options.report(error, `procedure ${path ?? ''}`);
      },
    },
  };
}

function localPort(request: IncomingMessage): number {
  return request.socket.localPort ?? 0;
}

function isApi(url: string): boolean {
  return url.startsWith('/api/');
}
