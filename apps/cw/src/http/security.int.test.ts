import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Access } from './guard.ts';
import { type Answer, type Headers, startTestApp, type TestApp } from './testing.ts';

/** One door of the server: a route or a websocket, found by asking the server for all it has. */
type Door = { readonly name: string; readonly access: Access; readonly change: boolean; enter: Enter };
type Enter = (headers: Headers, body?: string) => Promise<Answer>;

const json = { 'content-type': 'application/json' };
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ dashboard: fakeDevDashboard });
});

afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

const fakeDevDashboard = {
  hotReload: {
    path: '/@vite/hmr',
    access: 'cookie' as const,
    accept: (_request: unknown, socket: { end(text: string): void }) => {
      socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
    },
  },
  serve: (_request: unknown, response: { end(text: string): void }) => response.end('page'),
  close: async () => {},
};

function doors(): Door[] {
  const routes = app.routes.map(({ method, url, access }): Door => {
    const path = url.replace(':path', 'ping').replace('*', 'tasks');
    const change = method !== 'GET' && method !== 'HEAD';
    return {
      name: `${method} ${url}`,
      access,
      change,
      enter: (headers, body) => app.send(method, path, headers, body),
    };
  });
  const sockets = app.app.upgrades.map(
    ({ path, access }): Door => ({
      name: `websocket ${path}`,
      access,
      change: false,
      enter: (headers) => app.upgrade(path, asProtocol(headers)),
    }),
  );
  return [...routes, ...sockets];
}

function asProtocol({ 'x-cw-key': key, ...rest }: Headers): Headers {
  return key === undefined ? rest : { ...rest, 'sec-websocket-protocol': `cw, cw-key.${key}` };
}

async function statuses(chosen: readonly Door[], headers: (door: Door) => Headers): Promise<Record<string, number>> {
  const found = await Promise.all(
    chosen.map(
      async (door) =>
        [door.name, (await door.enter({ ...(door.change ? json : {}), ...headers(door) })).status] as const,
    ),
  );
  return Object.fromEntries(found);
}

function all(chosen: readonly Door[], status: number): Record<string, number> {
  return Object.fromEntries(chosen.map((door) => [door.name, status]));
}

function without(headers: Headers, ...names: readonly string[]): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

describe('every route and websocket', () => {
  test('is on the list: the API, its socket, sign-in, health, the dashboard and its hot reload', () => {
    const names = doors().map((door) => door.name);
    expect(names).toEqual(
      expect.arrayContaining([
        'GET /api/health',
        'POST /api/session',
        'POST /api/link',
        'GET /api/trpc/:path',
        'POST /api/trpc/:path',
        'GET /*',
        'websocket /api/trpc',
        'websocket /@vite/hmr',
      ]),
    );
  });

  test('refuses a host name that somebody else made to point here', async () => {
    for (const host of ['evil.example', `evil.example:${app.port}`, '127.0.0.1:1', 'localhost', '']) {
      expect(await statuses(doors(), () => ({ ...app.bearer, host })), host).toEqual(all(doors(), 421));
    }
  });

  test('refuses a foreign or null origin, whatever credentials come with it', async () => {
    const foreign = ['https://evil.example', 'null', `http://127.0.0.1:${app.port + 1}`, `https://${app.host}`, ''];
    for (const origin of foreign) {
      expect(await statuses(doors(), () => ({ ...app.browser, origin })), origin).toEqual(all(doors(), 403));
      expect(await statuses(doors(), () => ({ ...app.bearer, origin })), origin).toEqual(all(doors(), 403));
    }
  });

  test('refuses what a page of another site or another port asked for, unless it is open', async () => {
    const closed = doors().filter((door) => door.access !== 'open');
    for (const site of ['cross-site', 'same-site']) {
      const headers = { ...without(app.browser, 'origin'), 'sec-fetch-site': site };
      expect(await statuses(closed, () => headers), site).toEqual(all(closed, 403));
    }
  });

  test('asks for a credential unless it is open or takes a one-time link', async () => {
    const closed = doors().filter((door) => !['open', 'exchange'].includes(door.access));
    expect(closed.length).toBeGreaterThan(4);
    expect(await statuses(closed, () => ({}))).toEqual(all(closed, 401));
    expect(await statuses(closed, () => ({ authorization: 'Bearer wrong' }))).toEqual(all(closed, 401));
    expect(await statuses(closed, () => ({ authorization: 'Basic Y3c6Y3c=' }))).toEqual(all(closed, 401));
    expect(await statuses(closed, () => ({ ...app.browser, cookie: `cw_session_${app.port}=x.y` }))).toEqual(
      all(closed, 401),
    );
  });

  test('shows data to nobody who has the cookie but not the key of the page', async () => {
    const data = doors().filter((door) => door.access === 'session');
    const otherPage = app.sessions.newCookie().session;
    const otherKey = app.sessions.keyFor(otherPage, `http://${app.host}`);
    expect(data.map((door) => door.name)).toContain('websocket /api/trpc');
    expect(await statuses(data, () => without(app.browser, 'x-cw-key'))).toEqual(all(data, 401));
    expect(await statuses(data, () => ({ ...app.browser, 'x-cw-key': 'guess' }))).toEqual(all(data, 401));
    expect(await statuses(data, () => ({ ...app.browser, 'x-cw-key': otherKey }))).toEqual(all(data, 401));
  });

  test('changes nothing for a browser that does not say from which origin it asks', async () => {
    const changing = doors().filter((door) => door.access !== 'open' && (door.change || door.name.startsWith('web')));
    const headers = (door: Door): Headers => ({
      ...without(app.browser, 'origin'),
      ...(door.access === 'bearer' ? { origin: 'null' } : {}),
    });
    expect(await statuses(changing, headers)).toEqual(all(changing, 403));
  });

  test('takes changes as JSON only', async () => {
    const changing = doors().filter((door) => door.change && door.access !== 'open');
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
    ]) {
      const headers = { ...app.browser, ...app.bearer, 'content-type': type };
      expect(await statuses(changing, () => headers), type).toEqual(all(changing, 415));
    }
    expect(await statuses(changing, () => ({ ...app.browser, ...app.bearer, 'content-type': '' }))).toEqual(
      all(changing, 415),
    );
  });

  test('says the same safe headers with every answer', async () => {
    for (const door of doors().filter((candidate) => !candidate.name.startsWith('web'))) {
      const { headers } = await door.enter({ ...app.bearer, ...json });
      expect(headers['content-security-policy'], door.name).toContain("default-src 'self'");
      expect(headers['x-content-type-options'], door.name).toBe('nosniff');
      expect(headers['referrer-policy'], door.name).toBe('no-referrer');
      expect(headers['cross-origin-resource-policy'], door.name).toBe('same-origin');
      expect(headers['access-control-allow-origin'], door.name).toBeUndefined();
    }
  });

  test('lets the owner in, by token and by sign-in', async () => {
    const data = doors().filter((door) => door.name === 'GET /api/trpc/:path' || door.name === 'websocket /api/trpc');
    const open = { 'GET /api/trpc/:path': 200, 'websocket /api/trpc': 101 };
    expect(await statuses(data, () => app.bearer)).toEqual(open);
    expect(await statuses(data, () => app.browser)).toEqual(open);
    const hotReload = doors().filter((door) => door.access === 'cookie');
    expect(await statuses(hotReload, () => without(app.browser, 'x-cw-key'))).toEqual({ 'websocket /@vite/hmr': 101 });
  });
});

describe('sizes', () => {
  test('a body over one mebibyte is refused by every route that takes one', async () => {
    const body = JSON.stringify({ text: 'x'.repeat(1024 * 1024) });
    for (const path of ['/api/trpc/say', '/api/session', '/api/link']) {
      const answer = await app.send('POST', path, { ...app.bearer, ...json, origin: `http://${app.host}` }, body);
      expect([path, answer.status]).toEqual([path, 413]);
      expect(JSON.parse(answer.text)).toMatchObject({ ok: false, error: { code: 'request.too-large' } });
    }
  });
});
