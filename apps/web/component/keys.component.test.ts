import { expect, test } from 'vitest';
import { eventually } from '../e2e/harness/browser.ts';
import { dialog, taskPanel, taskRow } from '../e2e/harness/screens.ts';
import { buildTask } from '../src/data/testing.ts';
import { answersWith } from './harness/sample-answers.ts';
import { scriptedPages } from './harness/scripted-pages.ts';

const pages = scriptedPages();

const answers = answersWith([
  buildTask({ id: 'tk_alpha0000000', title: 'Alpha', priority: 'P0' }),
  buildTask({ id: 'tk_beta00000000', title: 'Beta', priority: 'P1' }),
  buildTask({ id: 'tk_delta0000000', title: 'Delta', priority: 'P3' }),
]);

test('one key goes to a screen, writes a task, moves, opens, closes and tells all keys', async () => {
  const page = await pages.open(answers, { path: '/accounts' });
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
  await page.keyboard.press('x');
  await page.keyboard.press('Escape');
  await dialog(page, 'Keys').waitFor({ state: 'detached' });
  expect(await page.getByRole('region', { name: 'Selection' }).count()).toBe(0);
  await page.keyboard.press('c');
  await dialog(page, 'New task').waitFor();
});

test('keys are letters while a person types', async () => {
  const page = await pages.open(answers);
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
