import { addProject, assign, createTask } from '@cw/app/e2e';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually } from './harness/browser.ts';
import { browserScene } from './harness/scene.ts';
import { dialog, runLog, taskPanel, taskRow } from './harness/screens.ts';

const scene = browserScene({ fill: ({ cw, repo }) => addProject(cw, repo) });
const { browser } = scene;

const isTooWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

test('on a phone a task is written, assigned, its log followed and its run stopped', async () => {
  const page = await browser.visit(scene.cw, { width: 390 });
  await page.getByRole('button', { name: 'New task' }).first().tap();
  const form = dialog(page, 'New task');
  await form.getByLabel('Title').fill('From the phone');
  await form.getByRole('button', { name: 'Create task' }).tap();
  await taskRow(page, 'From the phone').waitFor();

  const task = await createTask(scene.cw, 'Count', {
    script: 'for i in 1 2 3; do echo "count $i"; done; exec sleep 600',
  });
  await taskRow(page, 'Count').tap();
  await taskPanel(page).getByRole('button', { name: 'Assign', exact: true }).tap();
  await taskPanel(page).getByRole('link', { name: 'Open run' }).tap();
  await runLog(page).getByText('count 3').waitFor();
  expect(await isTooWide(page)).toBe(false);

  const stop = page.getByRole('button', { name: 'Stop', exact: true }).filter({ visible: true });
  expect((await stop.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await stop.tap();
  await dialog(page, 'Stop this run?').getByRole('button', { name: 'Stop the run' }).tap();
  await page.getByRole('main').getByText('Stopped', { exact: true }).first().waitFor();
  await eventually(() => scene.cw.task(task.id)).toMatchObject({ status: 'blocked' });
});

test('on a phone every screen is one touch away and fits', async () => {
  await assign(scene.cw, await createTask(scene.cw, 'Merge me', { script: 'echo x > x.txt' }));
  const page = await browser.visit(scene.cw, { width: 390 });
  const bar = page.getByRole('navigation', { name: 'Main, narrow' });
  for (const [name, title] of [
    ['Inbox', 'Inbox'],
    ['Runs', 'Runs'],
    ['Merge', 'Merge queue'],
    ['Tasks', 'Tasks'],
  ] as const) {
    await bar.getByRole('link', { name }).tap();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(await isTooWide(page)).toBe(false);
  }
  for (const name of ['Projects', 'Accounts', 'Settings']) {
    await bar.getByRole('button', { name: 'More' }).tap();
    await page.getByRole('menuitem', { name }).tap();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(await isTooWide(page)).toBe(false);
  }
});

test('what is touched is large enough to be hit', async () => {
  const page = await browser.visit(scene.cw, { width: 390 });
  const boxes = await page.getByRole('navigation', { name: 'Main, narrow' }).locator('a, button').all();
  for (const each of boxes) expect((await each.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await taskRow(page, 'From the phone').tap();
  await eventually(() => taskPanel(page).evaluate((panel) => panel.clientWidth)).toBe(390);
  await page.goBack();
  await taskRow(page, 'From the phone').waitFor();
});
