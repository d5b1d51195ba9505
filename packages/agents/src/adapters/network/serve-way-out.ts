import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { connect, type LookupFunction, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type NetworkPlace, placeAt, placeOf, placeText } from '../../model/network-host.ts';
import { type FindAddresses, findWayOut, type NetworkRules, type WayOut } from './way-out.ts';

/** Milliseconds that a connection to a place may take. */
const longestConnecting = 30_000;

/** So many refusals are told of, each once. */
const mostTold = 100;

export type ServeWayOut = {
  readonly rules: NetworkRules;
  /** Path of the socket. */
  readonly path: string;
  /** Told of each place that was refused, the first time. */
  readonly note: (line: string) => void;
  /** @defaultValue the machine's own way to find them */
  readonly find?: FindAddresses;
};

/** Serves the proxy that leads out of a private network, on a socket, until it is closed. */
export async function serveWayOut({ rules, path, note, find }: ServeWayOut): Promise<Server> {
  const told = new Set<string>();
  const wayTo = async (place: NetworkPlace, scheme: 'http' | 'https'): Promise<WayOut> => {
    const way = await findWayOut(rules, { place, scheme }, find);
    const name = placeText(place);
    if (way.kind === 'refused' && !told.has(name) && told.size < mostTold) {
      told.add(name);
      note(`refused ${name}`);
    }
    return way;
  };
  const server = createServer({ requestTimeout: 0 }, (asked, answer) => {
    // Whoever asked may be gone at any moment: nobody is left to be told.
    for (const side of [asked, answer]) side.on('error', () => answer.destroy());
    passOn(asked, answer, wayTo).catch((error: unknown) => sayNo(answer, 502, failed(error)));
  });
  server.on('connect', (asked, client, head) => {
    client.on('error', () => client.destroy());
    tunnel(asked, { client, head }, wayTo).catch((error: unknown) => client.end(refusal(502, failed(error))));
  });
  server.listen(path);
  await once(server, 'listening');
  // A connection that could not be taken is no reason to end the others.
  server.on('error', () => {});
  return server;
}

type WayTo = (place: NetworkPlace, scheme: 'http' | 'https') => Promise<WayOut>;

/** Answers a plain request as whoever it is for does. */
async function passOn(asked: IncomingMessage, answer: ServerResponse, wayTo: WayTo): Promise<void> {
  const url = asked.url ?? '';
  const place = url.startsWith('http://') ? placeOf(url) : undefined;
  if (place === undefined) return sayNo(answer, 400, 'This is a proxy: it takes full URLs, and CONNECT.');
  // It would be answered with what the proxy of the machine is given to sign in.
  if (asked.method === 'TRACE') return sayNo(answer, 405, 'TRACE is not allowed from a private network.');
  if (!isPlainlyFramed(asked.headers))
    return sayNo(answer, 400, 'The body of a request must have a Content-Length, or be chunked and nothing else.');
  const way = await wayTo(place, 'http');
  if (answer.destroyed) return;
  if (way.kind !== 'open') return sayNo(answer, statusOf(way), way.why);
  const { pathname, search, host } = new URL(url);
  const { proxy, addresses } = way;
  const to =
    proxy === null
      ? { ...namedBy(place), path: `${pathname}${search}`, lookup: only(addresses) }
      : { host: proxy.hostname, port: portOf(proxy), path: `http://${host}${pathname}${search}` };
  const headers = { ...withoutHops(asked.headers), ...framing(asked), ...(proxy && signedIn(proxy)), host };
  const passed = request({ ...to, method: asked.method ?? 'GET', headers, agent: false, setHost: false });
  passed.once('socket', limitConnecting);
  const giveUp = (why: unknown) => {
    passed.destroy();
    sayNo(answer, 502, failed(why));
  };
  passed.on('response', (said) => {
    said.on('error', () => answer.destroy());
    try {
      begin(answer, said);
    } catch (error) {
      return giveUp(error);
    }
    said.pipe(answer);
  });
  // Nobody asked to speak something else.
  passed.on('upgrade', (_said, socket) => {
    socket.destroy();
    giveUp(new Error('it answers in a different protocol'));
  });
  passed.on('error', giveUp);
  passed.on('close', () => !answer.headersSent && giveUp(new Error('it did not answer')));
  answer.on('close', () => passed.destroy());
  asked.pipe(passed);
}

/**
 * Begins an answer as it came.
 * @throws Error for one that cannot be passed on, such as with a status that there is none of
 */
function begin(answer: ServerResponse, { statusCode = 0, statusMessage, headers }: IncomingMessage): void {
  if (!isPlainlyFramed(headers)) throw new Error('it does not say clearly where its answer ends');
  if (statusCode < 200) throw new Error(`it answers with the status ${statusCode}`);
  answer.writeHead(statusCode, statusMessage, withoutHops(headers));
  answer.flushHeaders();
}

type Client = { readonly client: Duplex; readonly head: Buffer };

/** Carries bytes between whoever asks and the place that is asked for. */
async function tunnel(asked: IncomingMessage, { client, head }: Client, wayTo: WayTo): Promise<void> {
  const place = placeAt(asked.url ?? '');
  if (place === undefined) return void client.end(refusal(400, 'CONNECT takes a host and a port.'));
  const way = await wayTo(place, 'https');
  if (way.kind !== 'open') return void client.end(refusal(statusOf(way), way.why));
  const far = await (way.proxy === null ? reach(place, way.addresses) : reachThrough(way.proxy, place));
  if (client.destroyed) return void far.destroy();
  client.write('HTTP/1.1 200 Connection established\r\n\r\n');
  if (head.length > 0) far.write(head);
  join(client, far);
}

/** Joins two connections: what comes from the one goes to the other, and so does its end. */
function join(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', () => to.destroy());
    from.on('close', () => to.end());
    from.pipe(to);
  }
}

async function reach(place: NetworkPlace, addresses: readonly LookupAddress[]): Promise<Socket> {
  const socket = connect({ ...namedBy(place), lookup: only(addresses), allowHalfOpen: true });
  limitConnecting(socket);
  await once(socket, 'connect');
  return socket;
}

async function reachThrough(proxy: URL, place: NetworkPlace): Promise<Socket> {
  const path = placeText(place);
  const asking = request({
    host: proxy.hostname,
    port: portOf(proxy),
    method: 'CONNECT',
    path,
    agent: false,
    headers: { ...signedIn(proxy), host: path },
  });
  asking.once('socket', limitConnecting);
  asking.end();
  const [said, socket, head]: [IncomingMessage, Socket, Buffer] = await new Promise((resolve, reject) => {
    asking.once('connect', (...answer) => resolve(answer));
    asking.on('error', reject);
    asking.setTimeout(longestConnecting, () => asking.destroy(new Error('the proxy of this machine does not answer')));
  });
  socket.setTimeout(0);
  if (said.statusCode !== 200) {
    socket.destroy();
    throw new Error(`the proxy of this machine answers with ${said.statusCode}`);
  }
  if (head.length > 0) socket.unshift(head);
  return socket;
}

/** A connection that is not there in time fails. */
function limitConnecting(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(new Error('nobody answered in time')), longestConnecting);
  for (const end of ['connect', 'close']) socket.once(end, () => clearTimeout(timer));
}

function namedBy({ host, port }: NetworkPlace): { readonly host: string; readonly port: number } {
  return { host: host.replace(/^\[|\]$/g, ''), port };
}

/** Finds these addresses for any name: those that were looked at. */
function only(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, { all }, found) => {
    const [first] = addresses;
    if (all === true || first === undefined) found(null, [...addresses]);
    else found(null, first.address, first.family);
  };
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

function signedIn({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const words = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(words).toString('base64')}` };
}

const hops = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'max-forwards',
]);

/** What says where a body ends and how it is read: nobody names that as something for the way only. */
const ofBody = new Set(['host', 'content-length', 'content-type', 'content-encoding', 'content-range']);

/** Headers that are for the other end, and not for whoever is on the way. */
function withoutHops(headers: IncomingMessage['headers']): Record<string, string | string[]> {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const dropped = new Set([...hops, ...named.filter((name) => !ofBody.has(name))]);
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || dropped.has(name) ? [] : [[name, value]],
    ),
  );
}

/** Whether a body ends in one way only, which is the same for whoever reads it next. */
function isPlainlyFramed(headers: IncomingMessage['headers']): boolean {
  const [coding, length] = [headers['transfer-encoding'], headers['content-length']];
  return coding === undefined || (length === undefined && coding.trim().toLowerCase() === 'chunked');
}

/** A body in chunks stays one: without a frame it would be read as another request. */
function framing({ headers }: IncomingMessage): Record<string, string> {
  return headers['transfer-encoding'] === undefined ? {} : { 'transfer-encoding': 'chunked' };
}

function statusOf({ kind }: WayOut): 403 | 502 {
  return kind === 'refused' ? 403 : 502;
}

const reasons = {
  400: 'Bad Request',
  403: 'Not in agents.sandboxHosts',
  405: 'Method Not Allowed',
  502: 'Not reached',
} as const;

function sayNo(answer: ServerResponse, status: keyof typeof reasons, why: string): void {
  if (answer.headersSent) return void answer.destroy();
  if (answer.destroyed) return;
  answer.writeHead(status, reasons[status], { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
  answer.end(`${why}\n`);
}

function refusal(status: keyof typeof reasons, why: string): string {
  const body = `${why}\n`;
  return [
    `HTTP/1.1 ${status} ${reasons[status]}`,
    'content-type: text/plain; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}

function failed(error: unknown): string {
  return `It could not be reached: ${error instanceof Error ? error.message : String(error)}.`;
}
