import { addProject } from '@cw/app/e2e';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually } from './harness/browser.ts';
import { importTasks } from './harness/sample-tasks.ts';
import { browserScene } from './harness/scene.ts';
import { dialog, taskPanel, taskRow } from './harness/screens.ts';

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

/** Titles of the rows that are drawn, from top to bottom. */
async function titles(page: Page): Promise<readonly string[]> {
  const rows = await page.getByRole('row').all();
  const names = await Promise.all(rows.map((row) => row.getAttribute('aria-label')));
  return names.filter((name) => name !== null);
}

async function idOf(title: string): Promise<string> {
  const { items } = await scene.cw.ask<{ items: readonly { id: string; title: string }[] }>('task', 'list', '--all');
  return items.find((task) => task.title === title)?.id ?? '';
}

async function closeMenus(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await eventually(() => page.getByRole('menu').count()).toBe(0);
}

const addressOf = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

test('each filter is in the address, and back and forward go through them', async () => {
  const page = await browser.visit(scene.cw);
  await eventually(() => titles(page)).toEqual(['Alpha', 'Beta', 'Delta', 'Gamma']);
  await page.keyboard.press('f');
  await page.getByRole('menuitem', { name: 'Priority' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'High' }).click();
  await closeMenus(page);
  await eventually(() => titles(page)).toEqual(['Beta', 'Gamma']);
  expect(addressOf(page)).toBe('/tasks?priority=P1');

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'State' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Waiting' }).click();
  await closeMenus(page);
  await eventually(() => titles(page)).toEqual(['Gamma']);

  await page.goBack();
  await eventually(() => titles(page)).toEqual(['Beta', 'Gamma']);
  await page.goBack();
  await eventually(() => titles(page)).toEqual(['Alpha', 'Beta', 'Delta', 'Gamma']);
  await page.goForward();
  await page.goForward();
  await eventually(() => titles(page)).toEqual(['Gamma']);
  await page.getByRole('button', { name: 'Remove the state filter' }).click();
  await eventually(() => titles(page)).toEqual(['Beta', 'Gamma']);
});

test('an address shows what it says: filter, text, grouping and the open task', async () => {
  const alpha = (await scene.cw.ask<{ items: readonly { id: string; title: string }[] }>('task', 'list')).items.find(
    ({ title }) => title === 'Alpha',
  );
  const page = await browser.visit(scene.cw, { path: `/tasks/${alpha?.id}?label=web&q=a&group=priority` });
  await taskPanel(page).getByRole('heading', { name: /Alpha/ }).waitFor();
  await eventually(() => titles(page)).toEqual(['Alpha', 'Beta', 'Omega']);
  expect(await page.getByRole('button', { name: 'Group by: Priority' }).isVisible()).toBe(true);
  expect(await page.getByRole('searchbox').inputValue()).toBe('a');
  await page.getByRole('searchbox').fill('nothing like it');
  await page.getByText('No task fits').waitFor();
  await page.getByRole('button', { name: 'Show all tasks' }).click();
  await eventually(() => titles(page)).toContain('Delta');
});

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
  expect(await page.getByText('No task fits').count()).toBe(0);
  await query.fill('(label = cli or state = waiting) and not priority = P3');
  await page.keyboard.press('Enter');
  await eventually(() => titles(page)).toEqual(['Gamma', 'Beta']);
  const shared = await browser.visit(scene.cw, { path: addressOf(page) });
  await eventually(() => titles(shared)).toEqual(['Gamma', 'Beta']);
});

test('a filter is saved under a name, opened from the palette, and forgotten', async () => {
  const page = await browser.visit(scene.cw, { path: '/tasks?priority=P1&group=label' });
  await eventually(() => titles(page)).toEqual(['Beta', 'Beta', 'Gamma']);
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByRole('menuitem', { name: 'Save this filter…' }).click();
  await dialog(page, 'Save this filter').waitFor();
  await page.keyboard.type('Soon');
  await page.keyboard.press('Enter');
  await dialog(page, 'Save this filter').waitFor({ state: 'detached' });

  await page.goto(new URL('/runs', page.url()).href);
  await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await dialog(page, 'Search and commands').waitFor();
  await page.keyboard.type('soon');
  await dialog(page, 'Search and commands').getByRole('option', { name: 'Soon', exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await eventually(() => addressOf(page)).toBe('/tasks?priority=P1&group=label');
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByRole('menuitem', { name: 'Forget “Soon”' }).click();
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByText('None yet.').waitFor();
});

test('an address that leads nowhere says so', async () => {
  browser.allow(/404/);
  const page = await browser.visit(scene.cw, { path: '/tasks/tk_000000000000' });
  await taskPanel(page).getByRole('alert').getByText('The task could not be loaded.').waitFor();
  await taskPanel(page).getByRole('button', { name: 'Back to the list' }).click();
  await taskRow(page, 'Alpha').waitFor();
  await page.goto(new URL('/no/such/screen', page.url()).href);
  await page.getByText('Nothing at this address').waitFor();
});

test('one key goes to a screen, writes a task, moves, opens, closes and tells all keys', async () => {
  const page = await browser.visit(scene.cw, { path: '/accounts' });
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await taskRow(page, 'Alpha').waitFor();
  for (const key of ['j', 'j', 'k', 'j']) await page.keyboard.press(key);
  await page.keyboard.press('Enter');
  await taskPanel(page).getByRole('heading', { name: /Beta/ }).waitFor();
  await page.keyboard.press('j');
  await taskPanel(page).getByRole('heading', { name: /Delta/ }).waitFor();
  await page.keyboard.press('Escape');
  await taskPanel(page).waitFor({ state: 'detached' });
  await page.keyboard.press('x');
  await page.getByRole('region', { name: 'Selection' }).getByText('1 selected').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: 'Selection' }).waitFor({ state: 'detached' });

  await page.keyboard.press('?');
  await dialog(page, 'Keys').getByText('Go to', { exact: true }).waitFor();
  await page.keyboard.press('c');
  expect(await dialog(page, 'New task').isVisible()).toBe(false);
  await page.keyboard.press('Escape');
  await dialog(page, 'Keys').waitFor({ state: 'detached' });
  await page.keyboard.press('c');
  await dialog(page, 'New task').waitFor();
});

test('keys are letters while a person types', async () => {
  const page = await browser.visit(scene.cw);
  await taskRow(page, 'Alpha').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('cgt?jkx');
  expect(await page.getByRole('searchbox').inputValue()).toBe('cgt?jkx');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  await page.keyboard.type('go ? jack');
  expect(await dialog(page, 'New task').getByLabel('Title').inputValue()).toBe('go ? jack');
  await page.keyboard.press('Escape');
  await dialog(page, 'New task').waitFor({ state: 'detached' });

  await page.keyboard.press('c');
  expect(await dialog(page, 'New task').getByLabel('Title').inputValue()).toBe('go ? jack');
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
  const history = await scene.cw.ask<{ items: readonly { type: string }[] }>(
    'task',
    'history',
    await idOf('By keyboard'),
  );
  expect(history.items.map(({ type }) => type)).toContain('task.assigned');
});
