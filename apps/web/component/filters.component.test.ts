import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually } from '../e2e/harness/browser.ts';
import { dialog, taskPanel, titles } from '../e2e/harness/screens.ts';
import { buildTask } from '../src/data/testing.ts';
import { answersWith } from './harness/sample-answers.ts';
import { addressOf } from './harness/screens.ts';
import { scriptedPages } from './harness/scripted-pages.ts';
import { buildRun } from './harness/scripted-run.ts';

const pages = scriptedPages();

const answers = answersWith([
  buildTask({ id: 'tk_alpha0000000', title: 'Alpha', priority: 'P0', labels: ['web'] }),
  buildTask({ id: 'tk_beta00000000', title: 'Beta', priority: 'P1', labels: ['web', 'cli'] }),
  buildTask({ id: 'tk_gamma0000000', title: 'Gamma', priority: 'P1', ready: false, state: 'waiting' }),
  buildTask({ id: 'tk_delta0000000', title: 'Delta', priority: 'P3', labels: ['cli'] }),
  buildTask({
    id: 'tk_omega0000000',
    title: 'Omega',
    labels: ['web'],
    status: 'closed',
    outcome: 'done',
    state: 'done',
    ready: false,
    closedAt: '2026-05-01T09:00:00.000Z',
  }),
]);

async function closeMenus(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await eventually(() => page.getByRole('menu').count()).toBe(0);
}

test('each filter is in the address, and back and forward go through them', async () => {
  const page = await pages.open(answers);
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
  const page = await pages.open(answers, { path: '/tasks/tk_alpha0000000?label=web&q=a&group=priority' });
  await taskPanel(page).getByRole('heading', { name: /Alpha/ }).waitFor();
  await eventually(() => titles(page)).toEqual(['Alpha', 'Beta', 'Omega']);
  expect(await page.getByRole('button', { name: 'Group by: Priority' }).isVisible()).toBe(true);
  expect(await page.getByRole('searchbox').inputValue()).toBe('a');
  await page.getByRole('searchbox').fill('nothing like it');
  await page.getByText('No matching tasks').waitFor();
  await page.getByRole('button', { name: 'Show all tasks' }).click();
  await eventually(() => titles(page)).toContain('Delta');
});

test('a filter is saved under a name, opened from the palette, and forgotten', async () => {
  const page = await pages.open(answers, { path: '/tasks?priority=P1&group=label' });
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
  await page.getByRole('menuitem', { name: 'Delete “Soon”' }).click();
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByText('None yet.').waitFor();
});

test('words of an address that mean nothing are refused with what was meant, and nothing is shown as if they were not there', async () => {
  const page = await pages.open(answers, { path: '/tasks?priority=P1&status=wating&group=label' });
  await page.getByRole('alert').getByText('There is no status “wating”.').waitFor();
  await page.getByText('Did you mean waiting?').waitFor();
  expect(await titles(page)).toEqual([]);
  await page.getByRole('link', { name: 'Show status waiting' }).click();
  await eventually(() => titles(page)).toEqual(['Gamma']);
  expect(addressOf(page)).toBe('/tasks?priority=P1&status=waiting&group=label');

  await page.goto(new URL('/merges?show=new', page.url()).href);
  await page.getByRole('link', { name: 'Show it without show “new”' }).click();
  await page.getByText('Nothing to merge').waitFor();
});

test('another screen is not limited by the words of this one', async () => {
  const page = await pages.open(answers, { path: '/tasks?q=alpha&sort=title' });
  await eventually(() => titles(page)).toEqual(['Alpha']);
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await page.getByText('Nothing to merge').waitFor();
  expect(addressOf(page)).toBe('/merges');
});

test('runs of a state are asked for, and not looked for among the newest', async () => {
  const task = buildTask({ id: 'tk_alpha0000000', title: 'Alpha' });
  const failed = buildRun({ id: 'rn_failed000000', taskId: task.id, taskTitle: 'Long ago', state: 'failed' });
  const newest = buildRun({ id: 'rn_newest000000', taskId: task.id, taskTitle: 'Today' });
  const page = await pages.open(
    answersWith([task], {
      runs: {
        list: (input) => {
          const ofState = input?.state?.includes('failed');
          return { items: [ofState ? failed : newest], total: 101, nextCursor: ofState ? null : '100' };
        },
      },
    }),
    { path: '/runs?show=failed' },
  );
  await page.getByRole('link', { name: /Long ago/ }).waitFor();
  await page.goto(new URL('/runs?agent=nobody', page.url()).href);
  await page.getByText('No matching runs').waitFor();
  await page.getByRole('button', { name: 'Show older runs' }).waitFor();
  await page.getByRole('button', { name: 'Show all runs' }).click();
  await page.getByRole('link', { name: /Today/ }).waitFor();
});
