import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Access, GuardPolicy, Refused } from './guard.ts';
import { judge } from './guard.ts';
import { refusalBody } from './refusal-body.ts';
import { factsOf } from './request-facts.ts';

/** A path at which connections become websockets. */
export type UpgradeRoute = {
  readonly path: string;
  readonly access: Access;
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void;
};

/**
 * Answers every upgrade of the server: the same guard as for requests, since fastify's hooks do not see upgrades, and
 * nothing is switched to a websocket before it has agreed.
 * @returns a function that cuts off what is still connected: the server would wait for it
 */
export function serveUpgrades(
  server: Server,
  routes: readonly UpgradeRoute[],
  policyFor: (port: number) => GuardPolicy,
): () => void {
  const open = new Set<Duplex>();
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    const path = (request.url ?? '').split('?', 1)[0];
    const route = routes.find((candidate) => candidate.path === path);
    const facts = factsOf(request, route?.access ?? 'open', true);
    const verdict = judge(facts, policyFor(request.socket.localPort ?? 0));
    if (!verdict.allowed) refuseUpgrade(socket, verdict);
    else if (route) route.accept(request, socket, head);
    else refuseUpgrade(socket, { status: 404, code: 'request.not-found', message: 'No websocket at this path.' });
  });
  return () => {
    for (const socket of open) socket.destroy();
  };
}

function refuseUpgrade(
  socket: Duplex,
  refused: Omit<Refused, 'allowed' | 'status'> & { readonly status: number },
): void {
  const body = JSON.stringify(refusalBody(refused));
  socket.once('finish', () => socket.destroy());
  socket.end(
    [
      `HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status] ?? 'Refused'}`,
      'connection: close',
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
}
