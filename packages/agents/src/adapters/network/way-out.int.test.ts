import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { connect, createServer as createRawServer } from 'node:net';
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
    const body = await text(asked).catch(() => '');
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

async function listenOn(server: Awaited<ReturnType<typeof leadOut>>): Promise<number> {
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
    rules: { model: [], hosts: [], proxies: none, ...rules },
    path: socket(),
    note: (line) => noted.push(line),
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
    expect(answer.words).toContain(`does not reach ${at}`);
    expect(answer.words).toContain(`add ${at} to agents.sandboxHosts`);
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
    status: 502,
    words: expect.stringContaining('gone.example could not be found'),
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
    rules: { model: [at], hosts: [], proxies: none },
    path: join(folder, 'outer'),
    note: () => {},
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

/** Says some bytes to a port, and returns all that came back until it was closed. */
async function tell(port: number, words: string): Promise<string> {
  const client = connect(port, '127.0.0.1').setTimeout(5_000, () => client.destroy(new Error('it hangs')));
  client.write(Buffer.from(words, 'latin1'));
  return Buffer.concat(await client.toArray()).toString('latin1');
}

/** Of whatever is asked, it keeps the bytes, and answers with some once they have come to an end. */
async function rawPlace(answerTo: (asked: string) => string) {
  const heard: string[] = [];
  const server = createRawServer((client) => {
    let asked = '';
    client.on('error', () => {});
    client.on('data', (bytes) => {
      asked += bytes.toString('latin1');
      if (!/\r\n\r\n/.test(asked)) return;
      // What comes late is heard too: it may be more than was asked for.
      setTimeout(() => {
        if (asked === '') return;
        heard.push(asked);
        asked = '';
        client.end(Buffer.from(answerTo(heard.at(-1) ?? ''), 'latin1'));
      }, 20);
    });
  });
  return { heard, port: await listenOn(server) };
}

const fine = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

test.each([
  ['GET', 'content-length: 39', 'connection: close, content-length'],
  ['DELETE', 'content-length: 39', 'connection: Content-Length, close'],
  ['OPTIONS', 'content-length: 39', 'connection: close, host, content-length'],
  ['POST', 'content-length: 39', 'connection: close, content-length'],
  ['GET', 'transfer-encoding: chunked', 'connection: close, transfer-encoding'],
])('the body of one %s stays one, whatever it names as for the way (%s, %s)', async (method, frame, named) => {
  const inner = 'GET http://inner.example/ HTTP/1.1\r\n\r\n ';
  const body = frame.startsWith('content') ? inner : `27\r\n${inner}\r\n0\r\n\r\n`;
  const parent = await rawPlace(() => fine);
  const proxies = { ...none, http: `http://127.0.0.1:${parent.port}` };
  const { port } = await serve({ hosts: ['far.example'], proxies }, { find: async () => [] });
  const request = `${method} http://far.example/ HTTP/1.1\r\nhost: other.example\r\nmax-forwards: 0\r\n${named}\r\n${frame}\r\n\r\n${body}`;
  expect(await tell(port, request)).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*ok$/);
  const [head = '', sent = ''] = (parent.heard[0] ?? '').split(/\r\n\r\n([\s\S]*)/);
  const lines = head.toLowerCase().split('\r\n');
  expect(lines.filter((line) => /^(content-length|transfer-encoding|host|max-forwards)/.test(line)).toSorted()).toEqual(
    [frame, 'host: far.example'].toSorted(),
  );
  expect(sent).toBe(body);
});

test.each([
  ['TRACE http://far.example/ HTTP/1.1', '', '405 Method Not Allowed'],
  ['POST http://far.example/ HTTP/1.1', 'content-length: 5\r\ntransfer-encoding: chunked', '400 Bad Request'],
  ['POST http://far.example/ HTTP/1.1', 'transfer-encoding: chunked\r\ncontent-length: 5', '400 Bad Request'],
  ['POST http://far.example/ HTTP/1.1', 'transfer-encoding: gzip, chunked', '400 Bad Request'],
  ['POST http://far.example/ HTTP/1.1', 'content-length: 5\r\ncontent-length: 6', '400 Bad Request'],
])('%s with "%s" goes nowhere', async (line, headers, status) => {
  const parent = await rawPlace(() => fine);
  const proxies = { ...none, http: `http://ada:secret@127.0.0.1:${parent.port}` };
  const { port } = await serve({ hosts: ['far.example'], proxies }, { find: async () => [] });
  const said = await tell(port, `${line}\r\nhost: far.example\r\n${headers}${headers && '\r\n'}\r\n0\r\n\r\n`);
  expect(said.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`);
  expect(parent.heard).toEqual([]);
});

/** Answers that are none, or of which nobody can say where they end. */
const noAnswers = [
  ...['000', '050', '099', '1000', '20', '-20'].map((status) => `HTTP/1.1 ${status} X\r\ncontent-length: 0\r\n\r\n`),
  ...['\x01\x02', 'a\x7fb', '\x00'].map((reason) => `HTTP/1.1 200 ${reason}\r\ncontent-length: 0\r\n\r\n`),
  ...['\x01', '\x7f', 'y'.repeat(100_000)].map((value) => `HTTP/1.1 200 OK\r\nx-a: ${value}\r\n\r\n`),
  'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nzzz',
  'HTTP/1.1 101 Switching\r\n\r\nzzz',
  'HTTP/1.1 102 Wait\r\n\r\n',
  'HTTP/1.1 199 \x01\r\n\r\n',
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n',
  'HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n1\r\na\r\n0\r\n\r\n',
  ...['5, 5', '-1', '5x'].map((length) => `HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n\r\nabcde`),
  '',
  '\r\n\r\n',
  'HTTP/1.1',
  'HTTP/1.1 200 OK\r\n',
  'SSH-2.0-x\r\n',
  '\x16\x03\x01\x00\x00',
];

const oddAnswers = [
  'HTTP/1.1 999 X\r\ncontent-length: 0\r\n\r\n',
  'HTTP/1.1 200 \xe9\xff\r\nx-a: \xe9\xff\r\n\r\n',
  'HTTP/1.1 200 OK\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nzzz',
  `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nlink: x\r\n\r\n${fine}`,
  `${fine}${fine}`,
  'HTTP/1.1 200 OK\r\ntrailer: x\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\nx: y\r\n\r\n',
  'HTTP/1.1 304 OK\r\ncontent-length: 5\r\n\r\nabcde',
  'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc',
  'HTTP/1.1 200 OK\r\nconnection: content-length\r\ncontent-length: 2\r\n\r\nok',
];

/** The same each time, and of no pattern. */
function* spoilt(text: string, count: number): Generator<string> {
  let state = 1;
  const below = (most: number) => {
    state = (state * 48_271) % 0x7fff_ffff;
    return state % most;
  };
  for (let made = 0; made < count; made += 1) {
    const at = below(text.length);
    const put = String.fromCharCode(below(3) === 0 ? below(32) : below(256));
    yield text.slice(0, at) + put + text.slice(at + below(3));
  }
}

test('whatever a place answers, it is an answer or refused in words, and nothing else breaks', async () => {
  const spoiltAnswers = spoilt('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nx-a: b\r\n\r\nok', 120);
  const answers = [...noAnswers, ...oddAnswers, ...spoiltAnswers];
  const odd = await rawPlace((asked) => answers[Number(/\/(\d+) /.exec(asked)?.[1])] ?? '');
  const [at, fineAt] = [`127.0.0.1:${odd.port}`, `127.0.0.1:${place.port}`];
  const { port } = await serve({ hosts: [at, fineAt] });
  const tunnel = connect(port, '127.0.0.1');
  tunnel.write(`CONNECT ${fineAt} HTTP/1.1\r\nhost: x\r\n\r\n`);
  await once(tunnel, 'data');
  const said = await Promise.all(
    answers.map((_answer, index) => {
      return tell(port, `GET http://${at}/${index} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    }),
  );
  for (const [index, answer] of answers.entries()) {
    const status = noAnswers.includes(answer) ? '502 Not reached' : String.raw`[1-9]\d\d [^\r]*`;
    expect([answer, said[index]]).toEqual([answer, expect.stringMatching(new RegExp(`^HTTP/1\\.1 ${status}\r\n`))]);
  }
  tunnel.end('GET /through HTTP/1.0\r\nhost: x\r\n\r\n');
  expect(Buffer.concat(await tunnel.toArray()).toString()).toMatch(/^HTTP\/1.1 201/);
}, 30_000);

test('whatever the proxy of the machine answers, a connection is made or refused in words', async () => {
  const answers = [...noAnswers, ...oddAnswers];
  let index = 0;
  const odd = await rawPlace(() => answers[index] ?? '');
  const proxies = { ...none, https: `http://127.0.0.1:${odd.port}` };
  const { port } = await serve({ hosts: ['far.example'], proxies }, { find: async () => [] });
  for (; index < answers.length; index += 1) {
    const said = await tell(port, 'CONNECT far.example:443 HTTP/1.1\r\nhost: x\r\n\r\n');
    expect([answers[index], said]).toEqual([answers[index], expect.stringMatching(/^HTTP\/1\.1 (200|502) /)]);
  }
}, 30_000);

test('whatever is asked, and whoever leaves before an answer, others are answered', async () => {
  const at = `127.0.0.1:${place.port}`;
  const find = async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    return [];
  };
  const { port } = await serve({ hosts: [at, 'slow.example'] }, { find });
  const asked = `GET http://${at}/ HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\nupgrade: y\r\nconnection: close, upgrade\r\n\r\nok`;
  const requests = [
    'GET http://slow.example/ HTTP/1.1\r\nhost: x\r\n\r\n',
    'CONNECT slow.example:443 HTTP/1.1\r\n\r\n',
    `${asked.replace('close, ', '')}CONNECT ${at} HTTP/1.1\r\n\r\nGET / HTTP/1.0\r\n\r\n`,
    asked,
    `GET http://${at}/ HTTP/1.1\r\nhost: x\r\nexpect: \xff\r\nconnection: close\r\n\r\n`,
    '\x00',
    'PRI * HTTP/2.0\r\n\r\n',
    'GET http://[::1/ HTTP/1.1\r\nhost: x\r\n\r\n',
    'CONNECT  HTTP/1.1\r\n\r\n',
    ...spoilt(asked, 60),
  ];
  for (const words of requests) {
    const client = connect(port, '127.0.0.1').on('error', () => {});
    client.resume().write(Buffer.from(words, 'latin1'));
    setTimeout(() => client.destroy(), 10 * (requests.indexOf(words) % 3));
  }
  await Promise.all(
    requests.map(async (words) => {
      const client = connect(port, '127.0.0.1').on('error', () => {});
      client.resume().end(Buffer.from(words, 'latin1'));
      await Promise.race([once(client, 'close'), new Promise((resolve) => setTimeout(resolve, 1_000))]);
      client.destroy();
    }),
  );
  expect(await ask(port, `http://${at}/`)).toMatchObject({ status: 201 });
}, 30_000);

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
  '0.0.0.0',
  '10.1.2.3',
  '100.64.1.1',
  '127.0.0.1',
  '127.9.9.9',
  '169.254.169.254',
  '172.16.0.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  'fe80::1',
  'fd00::1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:0:1::1',
  'ff02::1',
  'nonsense',
])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false));
