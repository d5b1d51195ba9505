import { addProject, assign, createTask, isSettled } from '@cw/app/e2e';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findingsInBothThemes } from './harness/axe.ts';
import { eventually } from './harness/browser.ts';
import { browserScene } from './harness/scene.ts';

const scene = browserScene({ fill: ({ cw, repo }) => addProject(cw, repo), each: true });
const { browser } = scene;

const group = (page: Page, name: string) => page.getByRole('region', { name });
const isTooWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

async function begin(title: string): Promise<string> {
  const task = await createTask(scene.cw, title, { script: 'exec sleep 600' });
  await assign(scene.cw, task);
  await scene.cw.until(task.id, ({ state }) => state === 'in-progress');
  return task.id;
}

async function end(taskId: string): Promise<void> {
  const [run] = await scene.cw.runsOf(taskId);
  await scene.cw.ask('run', 'stop', run?.id ?? '');
  await scene.cw.until(taskId, isSettled);
}

test('who works at what is seen as it changes, and who has nothing to do is free', async () => {
  const page = await browser.visit(scene.cw, { path: '/agents' });
  await page.getByText('No agents yet').waitFor();
  const task = await begin('Publish the outbox');
  const working = group(page, 'Working').getByRole('link', { name: /worker-1/ });
  await working.getByText('Working', { exact: true }).waitFor();
  await working.getByText('Publish the outbox').waitFor();
  await scene.cw.ask('agent', 'register', 'nightly', '--provider', 'codex', '--capability', 'browser');
  await group(page, 'Free')
    .getByRole('link', { name: /nightly/ })
    .waitFor();
  await scene.cw.set('agents.offlineAfter', '1');
  await scene.cw.ask('agent', 'register', 'late');
  await group(page, 'Offline').getByRole('link', { name: /late/ }).waitFor();

  await working.click();
  const panel = page.getByRole('region', { name: 'Agent', exact: true });
  await panel.getByRole('link', { name: 'Publish the outbox' }).first().waitFor();
  expect(await panel.getByRole('button', { name: 'Remove agent' }).count()).toBe(0);
  await end(task);
  await panel.getByText('Idle', { exact: true }).waitFor();
  await group(page, 'Free')
    .getByRole('link', { name: /worker-1/ })
    .waitFor();

  await panel.getByRole('button', { name: 'Remove agent' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove agent' }).click();
  await eventually(() => page.getByRole('link', { name: /worker-1/ }).count()).toBe(0);
});

test('by keys alone the active agent has the focus, and the one that is shown changes with it', async () => {
  for (const name of ['early', 'late']) await scene.cw.ask('agent', 'register', name);
  const page = await browser.visit(scene.cw, { path: '/agents' });
  const row = (name: string) => group(page, 'Free').getByRole('link', { name: new RegExp(name) });
  const shown = (name: string) =>
    page.getByRole('region', { name: 'Agent', exact: true }).getByRole('heading', { name });
  await row('late').waitFor();
  await page.keyboard.press('j');
  await row('early').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await shown('early').waitFor();
  await page.keyboard.press('j');
  await shown('late').waitFor();
  await row('late').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await shown('late').waitFor({ state: 'detached' });
});

test('on a phone agents and health are at hand and fit, and axe finds nothing in either theme', async () => {
  const task = await begin('Publish the outbox by its position, and not by its time, as it was until now');
  const page = await browser.visit(scene.cw, { width: 390 });
  const bar = page.getByRole('navigation', { name: 'Main, narrow' });
  for (const [name, ready] of [
    ['Agents', /worker-1/],
    ['Health', 'Everything is healthy'],
  ] as const) {
    await bar.getByRole('button', { name: 'More' }).tap();
    await page.getByRole('menuitem', { name }).tap();
    await page.getByText(ready).first().waitFor();
    expect(await isTooWide(page)).toBe(false);
    expect(await findingsInBothThemes(page, `${name.toLowerCase()}-busy`)).toEqual([]);
  }
  await end(task);
});

test('after a server was killed, health tells what the next one took up', async () => {
  const task = await begin('Outlive the server');
  const page = await browser.visit(scene.cw, { path: '/' });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Live: open Health' }).click();
  await page.getByRole('heading', { name: 'Everything is healthy' }).waitFor();
  await page.getByText('1 working').waitFor();
  browser.allow(/WebSocket|ERR_CONNECTION_REFUSED|Failed to load resource/);
  const { port } = scene.server;
  await scene.server.kill();
  scene.server = await scene.cw.serve({ port });
  await page.getByText('Its agent was running, and was recovered.').waitFor();
  await page.getByText(/began to dispatch, after the previous one was killed. It recovered one run/).waitFor();
  await scene.cw.ask('pause', '--reason', 'lunch');
  await page
    .getByRole('list', { name: 'Problems' })
    .getByText(/No agents are started/)
    .waitFor();
  await end(task);
});
