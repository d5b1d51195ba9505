import { step, toIso } from '@cw/kernel';
import type { FastifyInstance } from 'fastify';
import { originOf } from './guard.ts';
import type { OneTimeLinks } from './one-time-links.ts';
import { refusalBody } from './refusal-body.ts';
import { type Sessions, sessionSeconds } from './sessions.ts';

export type SessionRoutes = {
  readonly sessions: Sessions;
  readonly links: OneTimeLinks;
  readonly cookieName: (port: number) => string;
  /** Where a browser on this machine finds the server. */
  readonly url: () => string;
};

/**
 * How a browser signs in. The link's code is in the fragment, which reaches no log and no other site; the page sends it
 * here, and gets a cookie that scripts cannot read and a key that is bound to it and to the page's origin. Both come in
 * one answer, and never again: what a cookie is sent to by mistake cannot ask for the key.
 */
export function sessionRoutes(app: FastifyInstance, deps: SessionRoutes): void {
  app.post('/api/link', { config: { access: 'bearer' } }, async (request, reply) => {
    const path = textField(request.body, 'path') ?? '/';
    if (!isDashboardPath(path)) {
      return reply
        .code(400)
        .send(refusalBody({ code: 'request.bad-path', message: 'A path must start with a single slash.' }));
    }
    return mintLink(deps, path);
  });

  app.post('/api/session', { config: { access: 'exchange' } }, async (request, reply) => {
    const link = textField(request.body, 'link');
    if (link === undefined || !deps.links.redeem(link)) {
      const next = [step('Get a new link in a terminal', 'open')];
      const message = 'This link has been used or has expired.';
      return reply.code(401).send(refusalBody({ code: 'session.link-spent', message, next }));
    }
    const { session, value } = deps.sessions.newCookie();
    const name = deps.cookieName(request.socket.localPort ?? 0);
    reply.header('cache-control', 'no-store');
    reply.header('set-cookie', `${name}=${value}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${sessionSeconds}`);
    return { key: deps.sessions.keyFor(session, originOf(request.headers.host ?? '')) };
  });
}

/** A fresh link to a path of the dashboard, and until when it holds. */
export function mintLink(deps: Pick<SessionRoutes, 'links' | 'url'>, path = '/'): { url: string; expiresAt: string } {
  const { code, expiresAt } = deps.links.mint();
  return { url: `${deps.url()}${path}#link=${code}`, expiresAt: toIso(expiresAt) };
}

function isDashboardPath(path: string): boolean {
  return /^\/(?!\/)[^\s#\\]*$/.test(path);
}

function textField(body: unknown, name: string): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const value: unknown = Reflect.get(body, name);
  return typeof value === 'string' ? value : undefined;
}
