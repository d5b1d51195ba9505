import { addProject, assign, committing, createTask, isSettled } from '@cw/app/e2e';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { eventually } from './harness/browser.ts';
import { importTasks, yearOfTasks } from './harness/sample-tasks.ts';
import { browserScene } from './harness/scene.ts';
import { mark, taskPanel } from './harness/screens.ts';

const scene = browserScene({
  fill: async ({ cw, repo }) => {
    await importTasks(cw, yearOfTasks(300));
    await addProject(cw, repo, '--check', 'true');
  },
});
const { browser } = scene;

let done: string;
beforeAll(async () => {
  const { cw } = scene;
  const task = await createTask(cw, 'Keep notes', { script: committing('notes.txt') });
  done = task.id;
  await cw.ask('task', 'comment', done, 'Keep it **short**.');
  await assign(cw, task);
  await cw.until(done, isSettled);
});

const rows = (page: Page) => page.getByRole('list', { name: 'Activity' }).getByRole('listitem');
const list = (page: Page): Locator => page.getByRole('list', { name: 'Activity' });

test('it tells who did what, follows what happens, and holds still for a reader', async () => {
  const page = await browser.visit(scene.cw, { path: '/activity' });
  const isSamePage = await mark(page);
  await list(page)
    .getByText(/into cw\/next/)
    .first()
    .waitFor();
  const other = await createTask(scene.cw, 'Happens now');
  await rows(page).filter({ hasText: 'created Happens now' }).waitFor();
  await page.getByRole('list', { name: 'Activity' }).hover();
  await page.mouse.wheel(0, 4000);
  await eventually(() => list(page).getByText('Happens now').count()).toBe(0);
  const shown = await rows(page).nth(20).textContent();
  await scene.cw.ask('task', 'close', other.id);
  await page.getByRole('button', { name: '1 new event' }).waitFor();
  expect(await rows(page).nth(20).textContent()).toBe(shown);
  await page.getByRole('button', { name: '1 new event' }).click();
  await rows(page)
    .filter({ hasText: /closed Happens now as done/ })
    .waitFor();
  expect(await isSamePage()).toBe(true);
});

test('it is narrowed by entity, actor, kind and time, and each of them is in the address', async () => {
  const page = await browser.visit(scene.cw, { path: '/activity' });
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Commented' }).click();
  await page.keyboard.press('Escape');
  await eventually(() => rows(page).count()).toBe(2);
  await rows(page).getByText('commented on').waitFor();
  expect(new URL(page.url()).search).toBe('?kind=task.commented');
  await page.getByRole('button', { name: 'Remove the kind filter' }).click();

  await page.getByRole('button', { name: 'About' }).click();
  await page.getByRole('textbox', { name: /Title of a task/ }).fill('keep notes');
  await page.getByRole('button', { name: /Keep notes/ }).click();
  await page.getByText('About Keep notes').waitFor();
  await rows(page)
    .filter({ hasText: /started the run/ })
    .waitFor();
  expect(
    await list(page)
      .getByText(/imported/)
      .count(),
  ).toBe(0);

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'People' }).click();
  await page.keyboard.press('Escape');
  await eventually(() =>
    rows(page)
      .filter({ hasText: /started the run/ })
      .count(),
  ).toBe(0);
  await page.getByRole('button', { name: 'To', exact: true }).click();
  // A year back, by keys.
  for (let months = 0; months < 12; months += 1) await page.keyboard.press('PageUp');
  await page.keyboard.press('Enter');
  await page.getByText('Nothing fits').waitFor();
  expect(new URL(page.url()).searchParams.get('until')).toMatch(/^\d{4}-\d\d-\d\d$/);
  await page.getByRole('button', { name: 'Show everything' }).click();
  await list(page)
    .getByText(/Keep notes/)
    .first()
    .waitFor();
  await page.goBack();
  await page.getByText('Nothing fits').waitFor();
});

test('what it names is a link, and a thing leads back to its own slice', async () => {
  const page = await browser.visit(scene.cw, { path: `/activity?entity=${done}&kind=task.commented` });
  await rows(page).getByRole('link', { name: 'Keep notes' }).click();
  const panel = taskPanel(page);
  await panel.getByText(/^Keep it/).waitFor();
  await panel.getByRole('link', { name: 'Show in activity' }).click();
  await page.getByText('About Keep notes').waitFor();
  await rows(page)
    .filter({ hasText: /merged request/ })
    .getByRole('link')
    .first()
    .click();
  const merge = page.getByRole('region', { name: 'Merge request' });
  await merge.getByText(/merged it into/).waitFor();
});
