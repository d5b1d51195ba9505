import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AnyRouter } from '@trpc/server';
import { applyWSSHandler } from '@trpc/server/adapters/ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { socketProtocol } from './request-facts.ts';
import { isClogged, whenTaken } from './when-taken.ts';

export type LiveSocket = {
  /** Takes over a connection that the guard has let through. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Tells clients to come back, and lets go of them: a server with an open websocket does not close otherwise. */
  close(): void;
};

export type LiveSocketOptions<Router extends AnyRouter> = {
  readonly router: Router;
  readonly createContext: (connection: WebSocket) => Router['_def']['_config']['$types']['ctx'];
  readonly report: (error: Error, where: string) => void;
  /** After how many milliseconds of silence a client is pinged, and within how many it must answer. */
  readonly heartbeat: { readonly pingMs: number; readonly pongWaitMs: number };
};

const messageLimit = 256 * 1024;

/** The websocket of the API. It knows nothing of who may connect; that is decided before. */
export function createLiveSocket<Router extends AnyRouter>(options: LiveSocketOptions<Router>): LiveSocket {
  const wss = new WebSocketServer({
    noServer: true,
    maxPayload: messageLimit,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(socketProtocol) ? socketProtocol : false),
  });
  const handler = applyWSSHandler({
    wss,
    router: options.router,
    createContext: ({ res }) => options.createContext(res),
    keepAlive: { enabled: true, ...options.heartbeat },
    onError: ({ error, path }) => {
      if (error.code === 'INTERNAL_SERVER_ERROR') options.report(error, `websocket ${path ?? ''}`);
    },
  });
  return {
    accept: (request, socket, head) => {
      wss.handleUpgrade(request, socket, head, (client) => {
        client.on('error', () => client.terminate());
        hearNoMoreThanItTakes(client);
        wss.emit('connection', client, request);
      });
    },
    close: () => {
      handler.broadcastReconnectNotification();
      for (const client of wss.clients) client.terminate();
      wss.close();
    },
  };
}

/** A client that asks and does not read the answers is not listened to until it does. */
function hearNoMoreThanItTakes(client: WebSocket): void {
  const backlog = () => client.bufferedAmount;
  const gone = new AbortController();
  client.once('close', () => gone.abort());
  client.on('message', () => {
    if (!isClogged(backlog) || client.isPaused) return;
    client.pause();
    whenTaken(backlog, gone.signal).then(() => client.resume());
  });
}
