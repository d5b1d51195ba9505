import { addProject } from '@cw/app/e2e';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually } from './harness/browser.ts';
import { browserScene } from './harness/scene.ts';

const scene = browserScene({ fill: ({ cw, repo }) => addProject(cw, repo) });
const { browser } = scene;

/** The part of the page that is about one setting. */
const setting = (page: Page, key: string) => page.locator('form').filter({ has: page.getByText(key, { exact: true }) });

test('each value says where it comes from, and a project overrides the workspace', async () => {
  const page = await browser.visit(scene.cw, { path: '/settings' });
  const attempts = setting(page, 'orchestrator.maxAttempts');
  await attempts.getByText('Default', { exact: true }).waitFor();
  await attempts.getByRole('textbox').fill('5');
  await attempts.getByRole('button', { name: 'Save' }).click();
  await attempts.getByText('From the workspace').waitFor();
  await scene.cw.ask('config', 'set', 'orchestrator.maxAttempts', '7');
  await eventually(() => attempts.getByRole('textbox').inputValue()).toBe('7');

  await page.getByRole('button', { name: 'Settings of: Workspace' }).click();
  await page.getByRole('menuitemradio', { name: 'Project sample' }).click();
  await attempts.getByText('From the workspace, applies here too').waitFor();
  expect(await setting(page, 'orchestrator.maxConcurrent').count()).toBe(0);
  await attempts.getByRole('textbox').fill('2');
  await page.keyboard.press('Enter');
  await attempts.getByText('From the project').waitFor();
  await eventually(() =>
    scene.cw.ask('config', 'get', 'orchestrator.maxAttempts', '--project', 'sample'),
  ).toMatchObject({
    ...{ value: '2', from: 'project' },
  });
  await attempts.getByRole('button', { name: 'As in the workspace' }).click();
  await attempts.getByText('From the workspace, applies here too').waitFor();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await attempts.getByText('From the project').waitFor();
});

test('what is typed is not lost when the value is changed elsewhere, and that is told', async () => {
  const page = await browser.visit(scene.cw, { path: '/settings' });
  const args = setting(page, 'agents.claude.args');
  await args.getByRole('textbox').fill('--model opus');
  await scene.cw.ask('config', 'set', 'agents.claude.args', '--', '--model sonnet');
  await args.getByRole('alert').getByText('--model sonnet').waitFor();
  expect(await args.getByRole('textbox').inputValue()).toBe('--model opus');
  await args.getByRole('button', { name: 'Discard' }).click();
  expect(await args.getByRole('textbox').inputValue()).toBe('--model sonnet');
});

test('a choice is made from its values, and a value that is none is refused as on the command line', async () => {
  browser.allow(/the server responded with a status of/);
  const page = await browser.visit(scene.cw, { path: '/settings' });
  const mode = setting(page, 'agents.permissionMode');
  await mode.getByRole('combobox').selectOption('plan');
  await eventually(() => scene.cw.ask('config', 'get', 'agents.permissionMode')).toMatchObject({ value: 'plan' });
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await mode.getByText('Default', { exact: true }).waitFor();

  const most = setting(page, 'orchestrator.maxConcurrent');
  await most.getByRole('textbox').fill('65');
  await page.keyboard.press('Enter');
  const told = await scene.cw.refusal(['config', 'set', 'orchestrator.maxConcurrent', '65']);
  await most.getByRole('alert').waitFor();
  expect(await most.getByRole('alert').textContent()).toBe(`${told.error.message} ${told.error.hint}`);
  expect(await most.getByRole('textbox').inputValue()).toBe('65');
});
