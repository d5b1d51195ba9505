import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { tempRepo } from '@cw/testkit';
import { expect, test } from 'vitest';
import { eventually } from './harness/browser.ts';
import { browserScene } from './harness/scene.ts';
import { dialog } from './harness/screens.ts';

const scene = browserScene();
const { browser } = scene;

/** How many things of a kind there are. */
const countOf = async (noun: string) => (await scene.cw.ask<{ total: number }>(noun, 'list')).total;

test('a repository that is none is refused at its field, and nothing changes', async () => {
  browser.allow(/the server responded with a status of/);
  const page = await browser.visit(scene.cw, { path: '/projects' });
  await page.getByRole('main').getByRole('button', { name: 'Add project' }).first().click();
  const form = dialog(page, 'Add project');
  const source = form.getByLabel('Repository');
  await source.fill('/nowhere/at/all');
  await form.getByRole('button', { name: 'Add project' }).click();
  const refusal = form.getByRole('alert');
  await eventually(() => refusal.textContent()).toContain('/nowhere/at/all');
  expect(await source.getAttribute('aria-invalid')).toBe('true');
  expect(await source.getAttribute('aria-describedby')).toBe(await refusal.getAttribute('id'));
  expect(await source.inputValue()).toBe('/nowhere/at/all');
  expect(await countOf('project')).toBe(0);
  expect(await readdir(join(scene.cw.home, 'projects')).catch(() => [])).toEqual([]);

  await source.fill(scene.repo.path);
  await form.getByLabel('Name').fill('sample');
  await form.getByLabel(/^Checks/).fill('node --test\n\n  npm run lint  ');
  await form.getByRole('button', { name: 'Add project' }).click();
  const panel = page.getByRole('region', { name: 'Project', exact: true });
  await panel.getByRole('heading', { name: 'sample' }).waitFor();
  expect(await panel.getByLabel(/^Checks/).inputValue()).toBe('node --test\nnpm run lint');
  await eventually(() => countOf('project')).toBe(1);
});

test('a project is changed where it stands, and removed only when its name is typed', async () => {
  const page = await browser.visit(scene.cw, { path: '/projects' });
  await page.getByRole('link', { name: /sample/ }).click();
  const panel = page.getByRole('region', { name: 'Project', exact: true });
  await panel.getByLabel('Goal').fill('Be polite.');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await dialog(page, 'Leave with unsaved text?').getByRole('button', { name: 'Keep' }).click();
  await panel.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved sample').first().waitFor();
  await eventually(() => scene.cw.ask('project', 'show', 'sample')).toMatchObject({ goal: 'Be polite.' });

  await panel.getByRole('button', { name: 'Remove project' }).click();
  const confirm = dialog(page, 'Remove sample?');
  expect(await confirm.getByRole('button', { name: 'Remove project' }).isDisabled()).toBe(true);
  await confirm.getByLabel('Type sample to confirm').fill('sample');
  await confirm.getByRole('button', { name: 'Remove project' }).click();
  await page.getByText('No projects yet').waitFor();
  await eventually(() => countOf('project')).toBe(0);
  expect(await scene.repo.files()).toEqual(['a.txt']);
});

test('an account is added without its secrets being shown again, and removed when its name is typed', async () => {
  const page = await browser.visit(scene.cw, { path: '/accounts' });
  await page.getByRole('main').getByRole('button', { name: 'Add account' }).first().click();
  const form = dialog(page, 'Add account');
  await form.getByLabel('Name').fill('work');
  await form.getByLabel('Variables').fill('ANTHROPIC_API_KEY');
  await form
    .getByRole('alert')
    .getByText(/write KEY=VALUE/)
    .waitFor();
  await form.getByRole('button', { name: 'Add account' }).click();
  expect(await form.getByLabel('Variables').evaluate((field) => field === document.activeElement)).toBe(true);
  await form.getByLabel('Variables').fill('ANTHROPIC_API_KEY=swordfish');
  await form.getByRole('button', { name: 'Add account' }).click();
  const line = page.getByRole('list', { name: 'Accounts' }).getByRole('listitem');
  await line.getByText('ANTHROPIC_API_KEY').waitFor();
  expect(await page.content()).not.toContain('swordfish');
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('swordfish');
  const [kept = ''] = await readdir(join(scene.cw.home, 'accounts'));
  const path = join(scene.cw.home, 'accounts', kept);
  expect(await readFile(path, 'utf8')).toContain('swordfish');
  expect((await stat(path)).mode & 0o777).toBe(0o600);

  await line.getByRole('button', { name: 'Remove work' }).click();
  const confirm = dialog(page, 'Remove work?');
  await confirm.getByLabel('Type work to confirm').fill('work');
  await confirm.getByRole('button', { name: 'Remove account' }).click();
  await page.getByText('No accounts, and none needed').waitFor();
  await eventually(() => countOf('account')).toBe(0);
});

test('a setting that makes no sense is refused at its field', async () => {
  browser.allow(/the server responded with a status of/);
  const page = await browser.visit(scene.cw, { path: '/settings' });
  const field = page.getByLabel(/orchestrator\.maxConcurrent(?!\w)/);
  await field.fill('many');
  await page.keyboard.press('Enter');
  await eventually(() => field.getAttribute('aria-invalid')).toBe('true');
  await field.fill('2');
  await page.keyboard.press('Enter');
  await page.getByText('0 of 2', { exact: true }).waitFor();
  await eventually(() => scene.cw.ask('config', 'get', 'orchestrator.maxConcurrent')).toMatchObject({ value: '2' });
});

test('with several projects a new task asks for its project, or takes the one that is looked at', async () => {
  const other = await tempRepo({ files: { 'b.txt': 'b\n' } });
  await scene.cw.ask('project', 'add', scene.repo.path, '--name', 'first');
  const { id } = await scene.cw.ask<{ id: string }>('project', 'add', other.path, '--name', 'second');
  const page = await browser.visit(scene.cw);
  await page.keyboard.press('c');
  const form = dialog(page, 'New task');
  await form.getByLabel('Title').fill('Whose is it?');
  await page.keyboard.press('Control+Enter');
  await form.getByText('Choose a project, or none.').waitFor();
  expect(await form.getByLabel('Project').evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await form.getByRole('checkbox', { name: 'Assign now' }).isDisabled()).toBe(true);
  await form.getByText('Agents work in a project: choose one.').waitFor();
  await form.getByLabel('Project').selectOption('first');
  expect(await form.getByRole('checkbox', { name: 'Assign now' }).isEnabled()).toBe(true);
  await form.getByRole('button', { name: 'Create task' }).click();
  await form.waitFor({ state: 'detached' });

  await page.goto(new URL(`/tasks?project=${id}`, page.url()).href);
  await page.getByRole('button', { name: 'Project: second' }).waitFor();
  await page.keyboard.press('c');
  expect(await form.getByLabel('Project').inputValue()).toBe(id);
  await other.remove();
});
