import { addProject } from '@cw/app/e2e';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually } from './harness/browser.ts';
import { importTasks } from './harness/sample-tasks.ts';
import { browserScene } from './harness/scene.ts';
import { dialog, taskPanel } from './harness/screens.ts';

const scene = browserScene({
  fill: async ({ cw, repo }) => {
    await addProject(cw, repo);
    await importTasks(cw, [
      { title: 'Alpha' },
      { title: 'Beta', description: 'About the zeppelin.' },
      { title: 'Gamma', closed: true },
    ]);
  },
});
const { browser } = scene;

const addressOf = (page: Page) => new URL(page.url()).pathname;
const paletteOf = (page: Page) => dialog(page, 'Search and commands');

test('the palette finds a task by its title and by its id, and does what a key does', async () => {
  const page = await browser.visit(scene.cw);
  await page.keyboard.press('Control+k');
  const palette = dialog(page, 'Search and commands');
  await palette.getByRole('combobox').fill('gam');
  await palette.getByRole('option', { name: /Gamma/ }).waitFor();
  await page.keyboard.press('Enter');
  await taskPanel(page).getByRole('heading', { name: /Gamma/ }).waitFor();
  const id = addressOf(page).slice('/tasks/'.length);

  await page.keyboard.press('Control+k');
  await palette.getByRole('combobox').fill(id.slice(0, 9));
  await eventually(() => palette.getByRole('option', { name: /Gamma/ }).count()).toBe(1);
  await palette.getByRole('combobox').fill('new task');
  await palette.getByRole('option', { name: 'New task', exact: true }).click();
  await dialog(page, 'New task').waitFor();
});

test('the palette knows what descriptions say, and waits for the answer to all that was typed', async () => {
  const page = await browser.visit(scene.cw, { path: '/settings' });
  await page.keyboard.press('Control+k');
  await paletteOf(page).waitFor();
  await page.keyboard.type('zeppelin');
  await page.keyboard.press('Enter');
  await taskPanel(page).getByRole('heading', { name: /Beta/ }).waitFor();
});

test('a task is written from any screen with what was typed', async () => {
  const page = await browser.visit(scene.cw, { path: '/accounts' });
  await page.keyboard.press('Control+k');
  await paletteOf(page).waitFor();
  await page.keyboard.type('Quite new');
  await paletteOf(page).getByRole('option', { name: 'New task: “Quite new”' }).click();
  const window = dialog(page, 'New task');
  await window.getByLabel('Type').selectOption('bug');
  await window.getByRole('button', { name: 'Add a parent' }).click();
  await page.getByRole('textbox', { name: 'Title or id of a task' }).fill('alp');
  await page.getByRole('button', { name: /Alpha/ }).click();
  await window.getByText('Alpha').waitFor();
  await window.getByRole('button', { name: 'Create task' }).click();
  await page.getByRole('button', { name: 'Open' }).click();
  await taskPanel(page).getByRole('heading', { name: 'Quite new' }).waitFor();
  type Found = { items: readonly { type: string; parentId: string | null }[] };
  const created = async () => (await scene.cw.ask<Found>('task', 'search', 'quite')).items[0];
  await eventually(created).toMatchObject({ type: 'bug', parentId: expect.stringMatching(/^tk_/) });
});
