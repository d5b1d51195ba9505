import { Fault } from '@cw/kernel';
import type { ServerInfo } from './server-file.ts';

export type OneTimeLink = { readonly url: string; readonly expiresAt: string };

/**
 * Asks a running server for a one-time link to a path of its dashboard.
 * @throws Fault `server.unavailable`
 */
export async function askForLink(server: ServerInfo, path = '/'): Promise<OneTimeLink> {
  const answer = await post(server, path);
  const link: unknown = answer.ok ? await answer.json() : undefined;
  if (isLink(link)) return link;
  throw unavailable(server, `it answered with status ${answer.status}`);
}

async function post(server: ServerInfo, path: string): Promise<Response> {
  try {
    return await fetch(`${server.url}/api/link`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ path }),
      signal: AbortSignal.timeout(5_000),
    });
  } catch (error) {
    throw unavailable(server, error instanceof Error ? error.message : String(error), error);
  }
}

function isLink(value: unknown): value is OneTimeLink {
  return typeof value === 'object' && value !== null && 'url' in value && 'expiresAt' in value;
}

function unavailable(server: ServerInfo, why: string, cause?: unknown): Fault {
  return new Fault({
    code: 'server.unavailable',
    message: `The server at ${server.url} gave no link: ${why}.`,
    hint: 'Start it with cw --server.',
    kind: 'unavailable',
    cause,
  });
}
