import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock, Instant } from '@cw/kernel';

/** A browser's sign-in, as its cookie names it. */
export type Session = { readonly id: string };

export type Sessions = {
  /** What programs show; the same after every start, so that nothing has to be told anew. */
  readonly token: string;
  isToken(text: string): boolean;
  /** A fresh sign-in as a cookie value. */
  newCookie(): { readonly session: Session; readonly value: string };
  /** The session a cookie names, or undefined when it was not made here or is too old. */
  openCookie(value: string): Session | undefined;
  /** What a page of `origin` must show beside its cookie. */
  keyFor(session: Session, origin: string): string;
  isKey(session: Session, origin: string, text: string): boolean;
};

/** How long a sign-in lasts, in seconds: browsers forget the cookie then, and so does the server. */
export const sessionSeconds = 90 * 24 * 3600;

/**
 * Sign-ins without a table: everything is derived from the workspace's secret, so that an open page survives a restart
 * of the server, and a new secret ends them all.
 * @param secret at least 32 random bytes
 */
export function createSessions(secret: Buffer, clock: Clock): Sessions {
  const derive = (...parts: readonly string[]) =>
    createHmac('sha256', secret).update(parts.join('\n')).digest('base64url');
  const token = derive('token');
  return {
    token,
    isToken: (text) => same(text, token),
    newCookie: () => {
      const id = `${clock.now().toString(36)}-${randomBytes(16).toString('base64url')}`;
      return { session: { id }, value: `${id}.${derive('cookie', id)}` };
    },
    openCookie: (value) => {
      const dot = value.lastIndexOf('.');
      const id = value.slice(0, Math.max(dot, 0));
      return same(value.slice(dot + 1), derive('cookie', id)) && !tooOld(id, clock.now()) ? { id } : undefined;
    },
    keyFor: (session, origin) => derive('key', session.id, origin),
    isKey: (session, origin, text) => same(text, derive('key', session.id, origin)),
  };
}

function tooOld(id: string, now: Instant): boolean {
  const madeAt = Number.parseInt(id, 36);
  return !(madeAt + sessionSeconds * 1000 > now);
}

function same(given: string, wanted: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(wanted);
  return a.length === b.length && timingSafeEqual(a, b);
}
