import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startDevDashboard } from './dev-dashboard.ts';
import { startTestApp } from './testing.ts';

test('the dashboard comes from its source, and its hot-reload socket from the same port behind the guard', async () => {
  const dashboard = await startDevDashboard([import.meta.dirname]);
  try {
    await using app = await startTestApp({ dashboard });
    const page = await app.send('GET', '/tasks', { accept: 'text/html' });
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html']);
    expect(page.text).toContain('/@vite/client');
    expect(page.headers['content-security-policy']).toContain("script-src 'self' 'unsafe-inline'");
    const client = await app.send('GET', '/@vite/client');
    expect(client.headers['content-type']).toContain('javascript');
    const token = /wsToken = "([^"]+)"/.exec(client.text)?.[1];
    const { 'x-cw-key': _, ...browser } = app.browser;
    const socket = new WebSocket(`ws://${app.host}/@vite/hmr?token=${token}`, ['vite-hmr'], { headers: browser });
    const [first] = await once(socket, 'message');
    expect(JSON.parse(String(first))).toEqual({ type: 'connected' });
    expect((await app.upgrade(`/@vite/hmr?token=${token}`, { 'sec-websocket-protocol': 'vite-hmr' })).status).toBe(401);
    expect((await app.send('GET', '/api/nothing')).status).toBe(404);
  } finally {
    await dashboard.close();
  }
});

test('where the source is not, it says so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cw-no-source-'));
  try {
    await expect(startDevDashboard([folder])).rejects.toMatchObject({ code: 'server.no-dev-server' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
