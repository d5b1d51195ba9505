import { describe, expect, test } from 'vitest';
import { browserScene } from '../harness/scene.ts';
import { clicking, lookAt, pressing, type Screen, says } from './look.ts';

const emptyScreens: readonly Screen[] = [
  { name: 'tasks', path: '/tasks', ready: says('No tasks yet') },
  { name: 'inbox', path: '/inbox', ready: says('Nothing waits for you') },
  { name: 'inbox-ended', path: '/inbox?show=ended', ready: says('Nothing answered yet') },
  { name: 'messages', path: '/inbox/messages', ready: says('No messages yet') },
  { name: 'runs', path: '/runs', ready: says(/No runs/) },
  { name: 'merges', path: '/merges', ready: says('Nothing to merge') },
  { name: 'projects', path: '/projects', ready: says('No projects yet') },
  { name: 'accounts', path: '/accounts', ready: says('No accounts, and none needed') },
  { name: 'agents', path: '/agents', ready: says('No agents yet') },
  { name: 'health', path: '/health', ready: says('Everything is healthy') },
  { name: 'activity', path: '/activity', ready: says('created this workspace as') },
  {
    name: 'activity-none',
    path: '/activity?until=2020-01-01&by=run&kind=task.closed',
    ready: says('Nothing fits'),
  },
  { name: 'settings', path: '/settings', ready: says('orchestrator.maxConcurrent') },
  { name: 'permissions', path: '/settings/permissions', ready: says('No rules yet') },
  { name: 'nowhere', path: '/no/such/screen', ready: says('Page not found') },
  { name: 'new-task', path: '/tasks', opens: (page) => pressing(page, 'c', 'New task') },
  { name: 'add-project', path: '/projects', opens: (page) => clicking(page, 'Add project') },
  { name: 'add-account', path: '/accounts', opens: (page) => clicking(page, 'Add account') },
];

describe('an empty workspace', () => {
  const scene = browserScene();
  const { browser } = scene;

  test.each([1440, 390] as const)('says on each screen what it is for, at %i pixels', async (width) => {
    const page = await browser.visit(scene.cw, { width });
    expect(await lookAt(page, emptyScreens, 'empty')).toEqual([]);
  });

  test.each([1440, 390] as const)('tells a browser that is not signed in what to do, at %i pixels', async (width) => {
    const page = await browser.stranger({ width });
    await page.goto(scene.server.url);
    const screen = { name: 'sign-in', path: '/', opens: says('This browser is not signed in') };
    expect(await lookAt(page, [screen], 'empty')).toEqual([]);
  });
});
