import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { leadOut } from './lead-out.ts';
import { isPublicAddress } from './public-address.ts';
import { type ServeWayOut, serveWayOut } from './serve-way-out.ts';
import { type NetworkRules, proxiesIn } from './way-out.ts';

let folder: string;
let place: { readonly server: Server; readonly port: number; readonly seen: string[] };
const open: { close(): unknown }[] = [];

const none = { http: null, https: null, except: [] };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cw-way-out-'));
  const seen: string[] = [];
  const server = createServer(async (asked, answer) => {
    const body = await text(asked);
    seen.push([asked.method, asked.url, asked.headers.host, asked.headers['proxy-authorization'], body].join(' '));
    answer.writeHead(201, { 'x-own': 'yes' }).end(`heard ${body}`);
  });
  place = { server, port: await listenOn(server), seen };
});

afterEach(async () => {
  for (const each of open.splice(0)) each.close();
  place.server.closeAllConnections();
  rmSync(folder, { recursive: true });
});

async function listenOn(server: Server | Awaited<ReturnType<typeof leadOut>>): Promise<number> {
  open.push(server);
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const socket = () => join(folder, 'network.sock');

/** The proxy on its socket, and the port that leads there. */
async function serve(rules: Partial<NetworkRules>, more: Partial<ServeWayOut> = {}) {
  const noted: string[] = [];
  const server = await serveWayOut({
    ...{ rules: { model: [], hosts: [], proxies: none, ...rules }, path: socket(), note: (line) => noted.push(line) },
    ...more,
  });
  open.push(server);
  return { noted, server, port: await listenOn(await leadOut(0, socket())) };
}

type Answer = { readonly status: number; readonly words: string; readonly headers: IncomingMessage['headers'] };

function said(answer: IncomingMessage, words: string): Answer {
  return { status: answer.statusCode ?? 0, words, headers: answer.headers };
}

/** Asks for a whole address, as clients ask a proxy for http. */
async function ask(port: number, url: string, { method = 'GET', body = '' } = {}): Promise<Answer> {
  const asking = request({ host: '127.0.0.1', port, path: url, method, agent: false });
  asking.end(body);
  const [answer]: IncomingMessage[] = await once(asking, 'response');
  if (answer === undefined) throw new Error('no answer');
  return said(answer, await text(answer));
}

/** Asks for a connection, as clients do for https, and says something through it where there is one. */
async function connectTo(port: number, target: string): Promise<Answer> {
  const asking = request({ host: '127.0.0.1', port, path: target, method: 'CONNECT', agent: false });
  asking.end();
  const [answer, through, head] = await new Promise<readonly [IncomingMessage, ReturnType<typeof connect>, Buffer]>(
    (resolve, reject) => {
      asking.once('connect', (...all) => resolve([all[0], all[1] as ReturnType<typeof connect>, all[2]]));
      asking.once('error', reject);
    },
  );
  if (head.length > 0) through.unshift(head);
  if (answer.statusCode === 200) through.end('GET /through HTTP/1.0\r\nhost: x\r\n\r\n');
  return said(answer, await text(through));
}

test('what is listed is reached, by plain requests and by connections, and answers as it does', async () => {
  const at = `127.0.0.1:${place.port}`;
  const { port, noted } = await serve({ model: [at] });
  expect(await ask(port, `http://${at}/a?b=c`)).toMatchObject({
    status: 201,
    words: 'heard ',
    headers: { 'x-own': 'yes' },
  });
  expect(await ask(port, `http://${at}/`, { method: 'POST', body: 'word' })).toMatchObject({ words: 'heard word' });
  expect((await connectTo(port, at)).words).toMatch(/^HTTP\/1.1 201[\s\S]*heard $/);
  expect(place.seen).toEqual([`GET /a?b=c ${at}  `, `POST / ${at}  word`, 'GET /through x  ']);
  expect(noted).toEqual([]);
});

test('all else is refused in words, and told of once', async () => {
  const at = `127.0.0.1:${place.port}`;
  const { port, noted } = await serve({ hosts: ['example.com', `127.0.0.1:${place.port + 1}`] });
  for (const answer of [await ask(port, `http://${at}/`), await connectTo(port, at), await connectTo(port, at)]) {
    expect(answer.status).toBe(403);
    expect(answer.words).toContain(`does not lead to ${at}`);
    expect(answer.words).toContain(`put ${at} into agents.sandboxHosts`);
  }
  expect(place.seen).toEqual([]);
  expect(noted).toEqual([`refused ${at}`]);
  // Another spelling is the same address, and what is no address leads nowhere.
  expect(await ask(port, `http://2130706433:${place.port}/`)).toMatchObject({ status: 403 });
  expect(await connectTo(port, 'nonsense')).toMatchObject({ status: 400 });
  expect(await ask(port, '/')).toMatchObject({ status: 400, words: expect.stringContaining('proxy') });
});

test('a name that is listed does not lead into this machine, unless the address is listed as well', async () => {
  const inside = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
  const find = async (host: string) => (host === 'gone.example' ? [] : inside);
  const name = `evil.example:${place.port}`;
  const closed = await serve({ hosts: [name, 'gone.example'] }, { find });
  for (const answer of [await ask(closed.port, `http://${name}/`), await connectTo(closed.port, name)]) {
    expect(answer.status).toBe(403);
    expect(answer.words).toContain('evil.example leads to 127.0.0.1');
    expect(answer.words).toContain(`127.0.0.1:${place.port} in agents.sandboxHosts`);
  }
  expect(await connectTo(closed.port, 'gone.example:443')).toMatchObject({
    ...{ status: 502, words: expect.stringContaining('gone.example could not be found') },
  });
  expect(place.seen).toEqual([]);
  for (const rules of [{ hosts: [name, `127.0.0.1:${place.port}`] }, { model: [name] }]) {
    const path = join(folder, `${Object.keys(rules)}`);
    open.push(
      await serveWayOut({ rules: { model: [], hosts: [], proxies: none, ...rules }, path, note: () => {}, find }),
    );
    const port = await listenOn(await leadOut(0, path));
    expect(await ask(port, `http://${name}/`)).toMatchObject({ status: 201 });
  }
});

test('where the machine reaches the network by a proxy, so does it', async () => {
  const at = `127.0.0.1:${place.port}`;
  const outer = await serveWayOut({
    ...{ rules: { model: [at], hosts: [], proxies: none }, path: join(folder, 'outer'), note: () => {} },
  });
  open.push(outer);
  const heard: (string | undefined)[] = [];
  for (const event of ['request', 'connect'])
    outer.on(event, ({ url, headers }: IncomingMessage) => heard.push(`${url} ${headers['proxy-authorization']}`));
  const proxy = `http://ada:s%20t@127.0.0.1:${await listenOn(await leadOut(0, join(folder, 'outer')))}`;
  const proxies = proxiesIn({ HTTPS_PROXY: proxy, http_proxy: proxy });
  // Nobody here knows the name: it is for the proxy to find it, and that one does not lead there.
  const { port } = await serve({ hosts: ['far.example'], proxies }, { find: async () => [] });
  expect(await ask(port, 'http://far.example/x')).toMatchObject({ status: 403 });
  expect(await connectTo(port, 'far.example:443')).toMatchObject({
    status: 502,
    words: expect.stringContaining('403'),
  });
  const signedIn = `Basic ${Buffer.from('ada:s t').toString('base64')}`;
  expect(heard).toEqual([`http://far.example/x ${signedIn}`, `far.example:443 ${signedIn}`]);
});

test('proxies are read as programs read them', () => {
  expect(proxiesIn({})).toEqual({ http: null, https: null, except: [] });
  expect(
    proxiesIn({ ALL_PROXY: 'gate:3128', https_proxy: 'http://a', HTTPS_PROXY: 'http://b', NO_PROXY: '.x.org, y' }),
  ).toEqual({ http: 'http://gate:3128', https: 'http://a', except: ['x.org', 'y'] });
});

test('whoever comes before the proxy is there waits for it, and after it was gone finds it again', async () => {
  const at = `127.0.0.1:${place.port}`;
  const port = await listenOn(await leadOut(0, socket()));
  const early = ask(port, `http://${at}/early`);
  const rules = { model: [at], hosts: [], proxies: none };
  const first = await serveWayOut({ rules, path: socket(), note: () => {} });
  expect(await early).toMatchObject({ status: 201 });
  first.close();
  first.closeAllConnections();
  const late = ask(port, `http://${at}/late`);
  rmSync(socket(), { force: true });
  open.push(await serveWayOut({ rules, path: socket(), note: () => {} }));
  expect(await late).toMatchObject({ status: 201 });
});

test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700::1111'])('%s is public', (address) =>
  expect(isPublicAddress(address)).toBe(true),
);

test.each([
  ...['0.0.0.0', '10.1.2.3', '100.64.1.1', '127.0.0.1', '127.9.9.9', '169.254.169.254', '172.16.0.1', '192.168.1.1'],
  ...[
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    'fe80::1',
    'fd00::1',
  ],
  ...['64:ff9b::7f00:1', '2002:7f00:1::', '2001:0:1::1', 'ff02::1', 'nonsense'],
])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false));
