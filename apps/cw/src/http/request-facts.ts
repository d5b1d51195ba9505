import type { IncomingMessage } from 'node:http';
import type { Access, RequestFacts } from './guard.ts';

/** Protocol that both sides name at the upgrade; beside it a browser offers `cw-key.<key>`. */
export const socketProtocol = 'cw';
const keyPrefix = `${socketProtocol}-key.`;

/** What the guard needs to know of a request, upgrade or not. */
export function factsOf(request: IncomingMessage, access: Access, upgrade = false): RequestFacts {
  const { headers } = request;
  return {
    access,
    upgrade,
    method: request.method ?? 'GET',
    host: headers.host,
    origin: headers.origin,
    fetchSite: one(headers['sec-fetch-site']),
    contentType: headers['content-type'],
    authorization: headers.authorization,
    cookie: headers.cookie,
    key: upgrade ? offeredKey(headers['sec-websocket-protocol']) : one(headers['x-cw-key']),
  };
}

function offeredKey(protocols: string | undefined): string | undefined {
  const offer = protocols?.split(',').find((protocol) => protocol.trim().startsWith(keyPrefix));
  return offer?.trim().slice(keyPrefix.length);
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}
