import { addProject, createTask, damageLeaves, damageTable } from '@cw/app/e2e';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { isLive } from './harness/browser.ts';
import { browserScene } from './harness/scene.ts';
import { taskPanel, taskRow } from './harness/screens.ts';

let backup: string;

const scene = browserScene({
  each: true,
  fill: async ({ cw, repo }) => {
    await addProject(cw, repo, '--check', 'true');
    for (const title of ['Alpha', 'Beta']) await createTask(cw, title);
    backup = (await cw.ask<{ path: string }>('backup', 'create')).path;
  },
});

/** The page says that it is not live, why, and what to put back. */
async function saysWhy(page: Page): Promise<void> {
  const banner = page.getByRole('main').getByRole('status').filter({ hasText: 'Not live.' });
  await banner.filter({ hasText: 'cw.db cannot be used: the file is damaged' }).filter({ hasText: backup }).waitFor();
  await page
    .getByRole('navigation')
    .getByRole('status')
    .filter({ hasText: /^Not live/ })
    .waitFor();
}

/** Puts the backup back, which takes the server to be stopped, and starts another in its place. */
async function putBack(): Promise<void> {
  const { port } = scene.server;
  await scene.server.stop();
  await scene.cw.ask('backup', 'restore', backup);
  scene.server = await scene.cw.serve({ port });
}

test('pages of a server whose database is damaged say so instead of waiting, and go on by themselves once it is put back', async () => {
  scene.browser.allow(/503|ERR_|WebSocket connection to .* failed/);
  const [page, later] = [await scene.browser.visit(scene.cw), await scene.browser.visit(scene.cw)];
  await taskRow(page, 'Alpha').waitFor();
  await damageLeaves(scene.cw);
  await taskRow(page, 'Alpha').click();
  await saysWhy(page);
  await taskPanel(page)
    .getByText(/could not be loaded/)
    .waitFor();
  await later.reload();
  await saysWhy(later);
  await later
    .getByRole('main')
    .getByText(/could not be loaded/)
    .first()
    .waitFor();
  expect(await later.getByRole('row', { name: 'Alpha' }).count()).toBe(0);

  await putBack();
  await Promise.all([isLive(page), isLive(later)]);
  await taskRow(later, 'Alpha').waitFor();
  await taskPanel(page).getByText('Alpha').first().waitFor();
  expect(await page.getByText('Not live.').count()).toBe(0);
}, 120_000);

test('where only a part is damaged, a page is live as long as it shows none of that', async () => {
  scene.browser.allow(/503/);
  const page = await scene.browser.visit(scene.cw);
  await damageTable(scene.cw, 'task_bodies');
  await taskRow(page, 'Beta').click();
  await saysWhy(page);
  await taskPanel(page)
    .getByText(/could not be loaded/)
    .waitFor();
  await page.keyboard.press('Escape');
  await isLive(page);
  expect(await page.getByText('Not live.').count()).toBe(0);
  await taskRow(page, 'Alpha').waitFor();
}, 120_000);

test('the health says what cannot be read, and keeps no word of what was well before', async () => {
  scene.browser.allow(/503/);
  const page = await scene.browser.visit(scene.cw, { path: '/health' });
  const again = page.getByRole('button', { name: 'Check again' });
  await page.getByText('Everything is healthy').waitFor();
  await damageTable(scene.cw, 'task_bodies');
  await again.click();
  await page.getByRole('list', { name: 'Problems' }).getByText(backup).waitFor();
  await page.getByText('Something is wrong').waitFor();
  await damageLeaves(scene.cw);
  await again.click();
  await page.getByText('The health of the workspace could not be loaded.').waitFor();
  expect(await page.getByText(/Everything is healthy|Something is wrong/).count()).toBe(0);
}, 120_000);
