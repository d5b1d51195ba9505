import { Fault, step } from '@cw/kernel';
import { saySilence } from '../health/say-silence.ts';
import { isStopped } from '../health/server-process.ts';
import type { ServerInfo } from './server-file.ts';

export type OneTimeLink = { readonly url: string; readonly expiresAt: string };

/** How long a busy server may take to answer, in milliseconds. */
const patience = 10_000;

/**
 * Asks a running server for a one-time link to a path of its dashboard.
 * @throws Fault `server.unavailable`, or `server.silent` when it is stopped or gives no answer
 */
export async function askForLink(server: ServerInfo, path = '/'): Promise<OneTimeLink> {
  const answer = await post(server, path);
  const link: unknown = answer.ok ? await answer.json() : undefined;
  if (isLink(link)) return link;
  throw unavailable(server, `it answered with status ${answer.status}`);
}

async function post(server: ServerInfo, path: string): Promise<Response> {
  if (isStopped(server.pid)) throw silent(server);
  try {
    return await fetch(`${server.url}/api/link`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ path }),
      signal: AbortSignal.timeout(patience),
    });
  } catch (error) {
    if (error instanceof DOMException) throw silent(server, error);
    throw unavailable(server, error instanceof Error ? error.message : String(error), error);
  }
}

function isLink(value: unknown): value is OneTimeLink {
  return typeof value === 'object' && value !== null && 'url' in value && 'expiresAt' in value;
}

function silent({ pid, url }: ServerInfo, cause?: unknown): Fault {
  const said = saySilence({ pid, url, since: null, stopped: isStopped(pid) });
  return new Fault({ code: 'server.silent', ...said, kind: 'unavailable', cause });
}

function unavailable(server: ServerInfo, why: string, cause?: unknown): Fault {
  return new Fault({
    code: 'server.unavailable',
    message: `The server at ${server.url} returned no link: ${why}.`,
    next: [step('Start it', '--server')],
    kind: 'unavailable',
    cause,
  });
}
