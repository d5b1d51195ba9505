import { expect, test } from 'vitest';
import { mintLink } from './session-routes.ts';
import { startTestApp, type TestApp } from './testing.ts';

function exchange(app: TestApp, link: unknown, host = app.host) {
  const headers = { 'content-type': 'application/json', origin: `http://${host}`, host };
  return app.send('POST', '/api/session', headers, JSON.stringify({ link }));
}

async function linkFrom(app: TestApp, body = '{}'): Promise<string> {
  const answer = await app.send('POST', '/api/link', { ...app.bearer, 'content-type': 'application/json' }, body);
  const { url }: { url: string } = JSON.parse(answer.text);
  return url;
}

test('a link opens the dashboard once and gives the page a cookie and a key', async () => {
  await using app = await startTestApp();
  const url = new URL(await linkFrom(app, '{"path":"/tasks"}'));
  expect(url.href).toMatch(new RegExp(`^http://${app.host}/tasks#link=`));
  const code = url.hash.replace('#link=', '');
  const answer = await exchange(app, code);
  expect(answer.status).toBe(200);
  const cookie = answer.headers['set-cookie']?.[0] ?? '';
  expect(cookie).toMatch(/^cw_session_\d+=[\w.-]+; HttpOnly; SameSite=Strict; Path=\/; Max-Age=\d+$/);
  const { key }: { key: string } = JSON.parse(answer.text);
  const page = { cookie: cookie.split(';')[0] ?? '', 'x-cw-key': key };
  expect((await app.send('GET', '/api/trpc/ping', page)).text).toContain('pong, tess');
  const again = await exchange(app, code);
  expect([again.status, JSON.parse(again.text).error.code]).toEqual([401, 'session.link-spent']);
});

test('a key holds for the origin it was given to and for no other', async () => {
  await using app = await startTestApp();
  const { url } = mintLink({ links: app.links, url: () => 'http://x' });
  const answer = await exchange(app, url.split('#link=')[1], `localhost:${app.port}`);
  const { key }: { key: string } = JSON.parse(answer.text);
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const elsewhere = await app.send('GET', '/api/trpc/ping', { cookie, 'x-cw-key': key });
  expect([elsewhere.status, JSON.parse(elsewhere.text).error.code]).toEqual([401, 'session.key-wrong']);
  const there = await app.send('GET', '/api/trpc/ping', { cookie, 'x-cw-key': key, host: `localhost:${app.port}` });
  expect(there.status).toBe(200);
});

test('what is no link gets nothing', async () => {
  await using app = await startTestApp();
  for (const link of ['', 'guess', 42, null, { a: 1 }]) expect((await exchange(app, link)).status).toBe(401);
});

test('a link leads into the dashboard and nowhere else', async () => {
  await using app = await startTestApp();
  const headers = { ...app.bearer, 'content-type': 'application/json' };
  for (const path of ['//evil.example', 'https://evil.example', '/a#link=x', '/\\evil.example', '/a b']) {
    const answer = await app.send('POST', '/api/link', headers, JSON.stringify({ path }));
    expect([path, answer.status]).toEqual([path, 400]);
  }
});

test('a page that was open before a restart goes on', async () => {
  const before = await startTestApp();
  const { port, browser } = before;
  await before[Symbol.asyncDispose]();
  await using after = await startTestApp({ port });
  expect((await after.send('GET', '/api/trpc/ping', browser)).status).toBe(200);
});
