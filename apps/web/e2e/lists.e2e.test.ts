import { addProject } from '@cw/app/e2e';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually } from './harness/browser.ts';
import { importTasks } from './harness/sample-tasks.ts';
import { browserScene } from './harness/scene.ts';
import { dialog, taskPanel, taskRow, titles } from './harness/screens.ts';

const scene = browserScene({
  fill: async ({ cw, repo }) => {
    await addProject(cw, repo);
    await importTasks(
      cw,
      [
        { title: 'Alpha', priority: 0, labels: ['web'] },
        { title: 'Beta', priority: 1, labels: ['web', 'cli'] },
        { title: 'Gamma', priority: 1, needs: [0] },
        { title: 'Delta', priority: 3, labels: ['cli'] },
        { title: 'Omega', closed: true, labels: ['web'] },
      ],
      '--project',
      'sample',
    );
  },
});
const { browser } = scene;

async function idOf(title: string): Promise<string> {
  const { items } = await scene.cw.ask<{ items: readonly { id: string; title: string }[] }>('task', 'list', '--all');
  return items.find((task) => task.title === title)?.id ?? '';
}

const addressOf = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

test('labels, texts, queries and dates limit the list, and what a query says wrong is told beside it', async () => {
  browser.allow(/400/);
  await scene.cw.ask('task', 'comment', await idOf('Delta'), 'Mentions the zeppelin.');
  const page = await browser.visit(scene.cw, {
    path: '/tasks?anyLabel=web,cli&notLabel=web&updated=7d&group=none&sort=title',
  });
  await eventually(() => titles(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove the updated filter' }).click();
  await eventually(() => titles(page)).toEqual(['Delta']);
  await page.goto(new URL('/tasks?q=zeppel', page.url()).href);
  await eventually(() => titles(page)).toEqual(['Delta']);

  await page.goto(new URL('/tasks?group=none&sort=title&reverse=true', page.url()).href);
  await taskRow(page, 'Gamma').waitFor();
  await page.keyboard.press('f');
  await page.getByRole('menuitem', { name: 'Query…' }).click();
  const query = page.getByRole('textbox', { name: 'Query' });
  await query.fill('label = cli and colour = red');
  await page.keyboard.press('Enter');
  await page
    .getByRole('alert')
    .getByText(/"colour"/)
    .waitFor();
  expect(await page.getByText('No matching tasks').count()).toBe(0);
  await query.fill('(label = cli or state = waiting) and not priority = P3');
  await page.keyboard.press('Enter');
  await eventually(() => titles(page)).toEqual(['Gamma', 'Beta']);
  const shared = await browser.visit(scene.cw, { path: addressOf(page) });
  await eventually(() => titles(shared)).toEqual(['Gamma', 'Beta']);
});

test('an address that leads nowhere says so', async () => {
  browser.allow(/404/);
  const page = await browser.visit(scene.cw, { path: '/tasks/tk_000000000000' });
  await taskPanel(page).getByRole('alert').getByText('The task could not be loaded.').waitFor();
  await taskPanel(page).getByRole('button', { name: 'Back to the list' }).click();
  await taskRow(page, 'Alpha').waitFor();
  await page.goto(new URL('/no/such/screen', page.url()).href);
  await page.getByText('Page not found').waitFor();
});

test('a task is written and assigned with the keyboard alone', async () => {
  const page = await browser.visit(scene.cw);
  await taskRow(page, 'Alpha').waitFor();
  await page.keyboard.press('c');
  await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Tab');
  await page.keyboard.type('No mouse.');
  await page.keyboard.press('Control+Enter');
  await taskRow(page, 'By keyboard').waitFor();
  await dialog(page, 'New task').waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  await page.keyboard.type('keyboard');
  await eventually(() => titles(page)).toEqual(['By keyboard']);
  await page.keyboard.press('Enter');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await taskPanel(page).getByText('No mouse.').waitFor();
  await page.keyboard.press('a');
  await page.getByText('Assigned “By keyboard”').first().waitFor();
  const id = await idOf('By keyboard');
  const isAssigned = async () =>
    (await scene.cw.events()).some(({ type, entity }) => type === 'task.assigned' && entity === id);
  await eventually(isAssigned).toBe(true);
});
