import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { dialog, taskPanel, taskRow } from '../e2e/harness/screens.ts';
import { buildTask } from '../src/data/testing.ts';
import { answersWith } from './harness/sample-answers.ts';
import { scriptedPages } from './harness/scripted-pages.ts';

const pages = scriptedPages();

const answers = answersWith([
  buildTask({ id: 'tk_alpha0000000', title: 'Alpha' }),
  buildTask({ id: 'tk_beta00000000', title: 'Beta', description: 'About the zeppelin.' }),
]);

const paletteOf = (page: Page) => dialog(page, 'Search and commands');

test('the palette takes what is typed at once, by its key and by its icon, on every screen', async () => {
  const page = await pages.open(answers);
  const palette = paletteOf(page);
  for (const key of ['t', 'r', 'm', 'p', 'a', 'y', 's']) {
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    await page.keyboard.press('Control+k');
    await palette.waitFor();
    await page.keyboard.type('beta');
    expect(await palette.getByRole('combobox').inputValue()).toBe('beta');
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: /^Search/ }).click();
  await palette.waitFor();
  await page.keyboard.type('beta');
  await palette.getByRole('option', { name: /Beta/ }).waitFor();
  await page.keyboard.press('Enter');
  await taskPanel(page).getByRole('heading', { name: /Beta/ }).waitFor();
});

test('the palette offers every action with its key, and does it', async () => {
  const page = await pages.open(answers);
  await taskRow(page, 'Alpha').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Control+k');
  for (const [typed, option] of [
    ['priority', /Set the priority/],
    ['merge queue', /Go to Merge queue/],
    ['theme dark', /Theme: dark/],
    ['sample', /sample/],
  ] as const) {
    await paletteOf(page).getByRole('combobox').fill(typed);
    await paletteOf(page).getByRole('option', { name: option }).first().waitFor();
  }
  await paletteOf(page).getByRole('combobox').fill('set the prio');
  await paletteOf(page)
    .getByRole('option', { name: /Set the priority/ })
    .click();
  await dialog(page, 'Set the priority').getByText('“Alpha”').waitFor();
});
