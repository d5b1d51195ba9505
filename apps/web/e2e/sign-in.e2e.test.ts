import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkTo } from './harness/browser.ts';
import { browserScene } from './harness/scene.ts';
import { taskRow } from './harness/screens.ts';

const scene = browserScene({ fill: ({ cw }) => cw.ask('task', 'create', 'A secret plan') });
const { browser } = scene;

let foreign: HttpServer;
beforeAll(async () => {
  foreign = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<title>elsewhere</title>'),
  );
  foreign.listen(0, '127.0.0.1');
  await once(foreign, 'listening');
});
afterAll(() => void foreign.close());

/** Another origin on this machine: browsers send it the same cookies, whatever its port. */
function foreignUrl(): string {
  const address = foreign.address();
  if (address === null || typeof address === 'string') throw new Error('it does not listen');
  return `http://127.0.0.1:${address.port}/`;
}

const unsigned = 'This browser is not signed in';

test('a link lets one browser in, once', async () => {
  const link = await linkTo(scene.cw, '/tasks');
  const first = await browser.stranger();
  await first.goto(link);
  await taskRow(first, 'A secret plan').waitFor();
  expect(first.url()).toBe(`${scene.server.url}/tasks`);
  await first.reload();
  await taskRow(first, 'A secret plan').waitFor();

  browser.allow(/401/);
  const second = await browser.stranger();
  await second.goto(link);
  await second.getByRole('heading', { name: unsigned }).waitFor();
  await second.getByRole('alert').getByText('The link has been used').waitFor();
  await second.getByText('cw open').waitFor();
  expect(await second.content()).not.toContain('A secret plan');
});

test('cw open leads a new browser to the thing that is named, by any unambiguous start of its id', async () => {
  const task = await scene.cw.ask<{ id: string }>('task', 'create', 'Opened from a terminal');
  const start = task.id.slice(0, 9);
  for (const named of [task.id, start, start.slice('tk_'.length)]) {
    const link = await scene.cw.ask<{ url: string; id: string }>('open', named, '--print');
    expect(link.id).toBe(task.id);
    const page = await browser.stranger();
    await page.goto(link.url);
    await page.getByRole('heading', { name: 'Opened from a terminal' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/tasks/${task.id}`);
  }
  const { error } = await scene.cw.refusal(['open', 'zzzzzz']);
  expect(error).toMatchObject({ code: 'open.not-found', message: expect.stringContaining('zzzzzz') });
  expect((await scene.cw.refusal(['open', 'rn_zzz'])).error.code).toBe('run.not-found');
});

test('a browser without a session is told what to do, on every screen', async () => {
  const page = await browser.stranger();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const path of ['/', '/tasks', '/runs', '/merges', '/projects', '/accounts', '/settings', '/no/such/screen']) {
    await page.goto(scene.server.url + path);
    await page.getByRole('heading', { name: unsigned }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  }
  expect(asked.filter((path) => path.startsWith('/api'))).toEqual([]);
});

test('a link that is pasted into the open page signs it in', async () => {
  const page = await browser.stranger();
  await page.goto(`${scene.server.url}/tasks`);
  await page.getByRole('heading', { name: unsigned }).waitFor();
  await page.goto(await linkTo(scene.cw, '/tasks'));
  await taskRow(page, 'A secret plan').waitFor();
});

test('a page of another origin reads and changes nothing, with the cookie of this one', async () => {
  browser.allow(/./);
  const page = await browser.visit(scene.cw);
  await taskRow(page, 'A secret plan').waitFor();
  const cookies = await page.context().cookies(foreignUrl());
  expect(cookies.map(({ httpOnly, sameSite }) => ({ httpOnly, sameSite }))).toEqual([
    { httpOnly: true, sameSite: 'Strict' },
  ]);

  const count = async () => (await scene.cw.ask<{ total: number }>('task', 'list')).total;
  const before = await count();
  const other = await page.context().newPage();
  await other.goto(foreignUrl());
  const tried = await other.evaluate(attack, scene.server.url);
  expect(tried).toEqual({ read: 'refused', change: 'refused', beacon: 'sent', socket: 'refused', frame: '' });
  expect(await count()).toBe(before);
});

/** Runs in the foreign page: what it can get at. */
async function attack(url: string) {
  const list = `${url}/api/trpc/tasks.list?batch=1&input=%7B%7D`;
  const create = `${url}/api/trpc/tasks.create?batch=1`;
  const body = JSON.stringify({ 0: { title: 'Planted' } });
  const read = await fetch(list, { credentials: 'include' }).then(
    (response) => response.text(),
    () => 'refused',
  );
  const change = await fetch(create, { method: 'POST', credentials: 'include', mode: 'no-cors', body }).then(
    ({ type }) => type,
    () => 'refused',
  );
  const sent = navigator.sendBeacon(create, new Blob([body], { type: 'text/plain' }));
  const socket = await new Promise<string>((resolve) => {
    const opened = new WebSocket(`${url.replace('http', 'ws')}/api/trpc`, ['cw']);
    opened.onopen = () => resolve('open');
    opened.onerror = () => resolve('refused');
  });
  const frame = document.createElement('iframe');
  frame.src = `${url}/tasks`;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
  document.body.append(frame);
  await loaded;
  return {
    read,
    change,
    beacon: sent ? 'sent' : 'not sent',
    socket,
    frame: frame.contentDocument?.body.textContent ?? '',
  };
}
