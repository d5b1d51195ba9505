import { expect, test } from 'vitest';
import { startTestApp } from './testing.ts';

const html = 'text/html,application/xhtml+xml';

test('health tells the version and no secret', async () => {
  await using app = await startTestApp();
  const { text, status } = await app.send('GET', '/api/health');
  expect([status, JSON.parse(text)]).toEqual([
    200,
    { status: 'ok', version: '1.2.3', startedAt: '2026-01-01T00:00:00.000Z' },
  ]);
});

test('every path of the dashboard is the app, asked for anew each time', async () => {
  await using app = await startTestApp();
  for (const path of ['/', '/tasks', '/tasks/tk_1.2?status=open', '/a/../../etc/passwd', '//evil.example', '/%00']) {
    const { status, headers, text } = await app.send('GET', path, { accept: html });
    expect([path, status, headers['cache-control'], text]).toEqual([
      path,
      200,
      'no-cache',
      '<!doctype html><title>Codewalkers</title>',
    ]);
  }
});

test('an asset with a hash in its name is kept for ever, and one that is missing is not the app', async () => {
  await using app = await startTestApp();
  const { headers } = await app.send('GET', '/assets/index-1f3c.js', { accept: '*/*' });
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect((await app.send('GET', '/assets/gone-9999.js', { accept: '*/*' })).status).toBe(404);
});

test('what is large is compressed for who takes that, and nothing is for who does not', async () => {
  await using app = await startTestApp();
  const asset = (encoding: string) =>
    app.send('GET', '/assets/large-1f3c.js', { accept: '*/*', 'accept-encoding': encoding });
  expect((await asset('br, gzip')).headers['content-encoding']).toBe('br');
  expect((await asset('gzip')).headers['content-encoding']).toBe('gzip');
  const plain = await asset('identity');
  expect([plain.headers['content-encoding'], plain.text]).toEqual([undefined, ' '.repeat(5000)]);
  const small = await app.send('GET', '/assets/index-1f3c.js', { accept: '*/*', 'accept-encoding': 'br' });
  expect([small.headers['content-encoding'], small.text]).toEqual([undefined, 'export {};']);
});

test('what does not exist under /api is told as JSON', async () => {
  await using app = await startTestApp();
  const json = { 'content-type': 'application/json' };
  const asked = [
    ['GET', '/api'],
    ['GET', '/api/nothing'],
    ['POST', '/api/health'],
    ['DELETE', '/api/session'],
    ['PUT', '/tasks'],
  ] as const;
  for (const [method, path] of asked) {
    const { status, text } = await app.send(method, path, { ...app.bearer, ...json, accept: html }, '{}');
    expect([method, path, status, JSON.parse(text).error.code]).toEqual([method, path, 404, 'request.not-found']);
  }
});

test('an unknown procedure and a wrong input are refused in words', async () => {
  await using app = await startTestApp();
  const unknown = await app.send('GET', '/api/trpc/tasks.explode', app.bearer);
  expect([unknown.status, JSON.parse(unknown.text).error.data.code]).toEqual([404, 'NOT_FOUND']);
  const headers = { ...app.bearer, 'content-type': 'application/json' };
  const wrong = await app.send('POST', '/api/trpc/say', headers, '{"text":1}');
  expect([wrong.status, JSON.parse(wrong.text).error.data.code]).toEqual([400, 'BAD_REQUEST']);
  const broken = await app.send('POST', '/api/trpc/say', headers, '{"text"');
  expect(broken.status).toBe(400);
  expect(app.reports).toEqual([]);
});

test('a bug says nothing of the inside to its caller and everything to the log', async () => {
  await using app = await startTestApp();
  const { status, text } = await app.send('GET', '/api/trpc/fail', app.bearer);
  expect(status).toBe(500);
  expect(text).not.toContain('secret of the inside');
  expect(text).not.toContain('stack');
  expect(app.reports).toEqual(['procedure fail: a secret of the inside']);
});

test('events are not streamed over plain requests', async () => {
  await using app = await startTestApp();
  const { text } = await app.send('GET', '/api/trpc/events.subscribe', app.bearer);
  expect(text).toContain('METHOD_NOT_SUPPORTED');
  expect(text).not.toContain('stream.open');
});

test('a websocket anywhere else is not there', async () => {
  await using app = await startTestApp();
  expect((await app.upgrade('/api/other', app.bearer)).status).toBe(404);
});
