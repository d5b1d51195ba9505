import { type Advice, step } from '@cw/kernel';
import type { Sessions } from './sessions.ts';

/**
 * What a route asks of its caller, beside the right Host and no foreign Origin:
 * - `open`: nothing. The app shell, its assets and the health answer hold no data of the workspace.
 * - `exchange`: an own Origin, since the one-time link it is given is the credential.
 * - `bearer`: the token, which only programs have.
 * - `session`: the token, or cookie and key together.
 * - `cookie`: the token, or cookie and own Origin: the dev server's hot-reload socket, which cannot carry the key and
 *   shows source code only.
 */
export type Access = 'open' | 'exchange' | 'bearer' | 'session' | 'cookie';

/** What the guard looks at, the same for a request and a websocket upgrade. Header values as they came. */
export type RequestFacts = {
  readonly access: Access;
  readonly upgrade: boolean;
  readonly method: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  readonly contentType: string | undefined;
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
  /** `x-cw-key`; at an upgrade the key offered as a subprotocol. */
  readonly key: string | undefined;
};

export type GuardPolicy = {
  /** Values of Host that mean this server, with the port where browsers send it. */
  readonly hosts: ReadonlySet<string>;
  readonly cookieName: string;
  readonly sessions: Sessions;
};

export type Refused = Advice & {
  readonly allowed: false;
  readonly status: 401 | 403 | 415 | 421;
  readonly code: string;
  readonly message: string;
};

export type Verdict = { readonly allowed: true; readonly by: 'nobody' | 'token' | 'session' } | Refused;

const safeMethods = new Set(['GET', 'HEAD']);

/**
 * Decides whether a request or an upgrade may go on; called for each before anything else looks at it.
 *
 * Host keeps out names that were made to point here (DNS rebinding); Origin and Sec-Fetch-Site keep out pages of other
 * sites; the key beside the cookie keeps out other ports of this machine, to which browsers send the same cookie.
 */
export function judge(facts: RequestFacts, policy: GuardPolicy): Verdict {
  return wrongPlace(facts, policy) ?? wrongForm(facts) ?? prove(facts, policy);
}

function wrongPlace(facts: RequestFacts, policy: GuardPolicy): Refused | undefined {
  const { host, origin, fetchSite } = facts;
  if (host === undefined || !policy.hosts.has(host.toLowerCase())) {
    return refuse(421, 'request.unknown-host', 'Unknown host name for this server.', {
      hint: 'Use the address it printed at start.',
    });
  }
  const foreign = origin !== undefined && origin.toLowerCase() !== originOf(host);
  const foreignSite = facts.access !== 'open' && fetchSite !== undefined && !ownSite(facts, fetchSite);
  return foreign || foreignSite
    ? refuse(403, 'request.foreign-origin', 'Pages of another origin cannot use this server.')
    : undefined;
}

/** A change can only come from a page of ours; a read may also be typed into the address bar. */
function ownSite(facts: RequestFacts, fetchSite: string): boolean {
  return fetchSite === 'same-origin' || (fetchSite === 'none' && safeMethods.has(facts.method));
}

function wrongForm(facts: RequestFacts): Refused | undefined {
  if (facts.upgrade || safeMethods.has(facts.method) || facts.access === 'open') return undefined;
  if (/^application\/json\s*(;|$)/i.test(facts.contentType ?? '')) return undefined;
  return refuse(415, 'request.not-json', 'Changes must be sent as application/json.');
}

function prove(facts: RequestFacts, policy: GuardPolicy): Verdict {
  if (facts.access === 'open') return { allowed: true, by: 'nobody' };
  if (facts.access === 'exchange') return facts.origin === undefined ? originMissing : { allowed: true, by: 'nobody' };
  if (facts.authorization !== undefined) return byToken(facts.authorization, policy);
  if (facts.access === 'bearer') return refuse(401, 'session.missing', 'The token from server.json is required.');
  return byCookie(facts, policy);
}

function byToken(authorization: string, policy: GuardPolicy): Verdict {
  const token = /^Bearer ([\w-]+)$/i.exec(authorization)?.[1];
  return token !== undefined && policy.sessions.isToken(token)
    ? { allowed: true, by: 'token' }
    : refuse(401, 'session.invalid', 'Invalid token for this workspace.');
}

function byCookie(facts: RequestFacts, policy: GuardPolicy): Verdict {
  const { access, host = '', key, origin } = facts;
  const cookie = cookieNamed(facts.cookie, policy.cookieName);
  if (cookie === undefined) return refuse(401, 'session.missing', 'You are not signed in.', signIn);
  const session = policy.sessions.openCookie(cookie);
  if (session === undefined) return refuse(401, 'session.invalid', 'Your sign-in has expired.', signIn);
  if (origin === undefined && (facts.upgrade || !safeMethods.has(facts.method))) return originMissing;
  if (access === 'cookie') return { allowed: true, by: 'session' };
  if (key === undefined) return refuse(401, 'session.key-missing', 'The page key is missing.', signIn);
  return policy.sessions.isKey(session, originOf(host), key)
    ? { allowed: true, by: 'session' }
    : refuse(401, 'session.key-wrong', 'The page key does not match your sign-in.', signIn);
}

/** The origin of pages that came from this host. */
export function originOf(host: string): string {
  return `http://${host.toLowerCase()}`;
}

const signIn: Advice = { next: [step('Get a new link in a terminal', 'open')] };

const originMissing = refuse(403, 'request.origin-missing', 'Browser requests must have an Origin header.');

function cookieNamed(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

function refuse(status: Refused['status'], code: string, message: string, more: Advice = {}): Refused {
  return { allowed: false, status, code, message, ...more };
}
