import { addProject, assign, createTask } from '@cw/app/e2e';
import { expect, test } from 'vitest';
import { eventually } from './harness/browser.ts';
import { browserScene } from './harness/scene.ts';
import { taskPanel } from './harness/screens.ts';

const scene = browserScene({ fill: ({ cw, repo }) => addProject(cw, repo) });
const { browser } = scene;

test('what is paused is told on every screen, with why a task waits, until somebody resumes', async () => {
  const { id } = await createTask(scene.cw, 'Waits for its turn', { script: 'true' });
  await scene.cw.ask('pause', '--reason', 'release on Friday');
  await assign(scene.cw, { id });
  const page = await browser.visit(scene.cw, { path: `/tasks/${id}` });
  const banner = page.getByRole('status').filter({ hasText: 'No new agents start; those already working continue' });
  await banner.getByText(/release on Friday/).waitFor();
  const why = taskPanel(page).getByRole('region', { name: 'Why it is not started' });
  await why.getByText(/paused the workspace \(release on Friday\)/).waitFor();
  await banner.getByRole('button', { name: 'Resume' }).click();
  await eventually(async () => (await scene.cw.task(id)).status).toBe('closed');
  await eventually(() => banner.count()).toBe(0);
  await eventually(() => why.count()).toBe(0);
});

test('a project is paused and resumed in its panel, and the workspace in its menu', async () => {
  const page = await browser.visit(scene.cw, { path: '/projects' });
  await page
    .getByRole('link', { name: /sample/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByRole('status').filter({ hasText: 'sample is paused' }).waitFor();
  const pauses = () => scene.cw.ask<{ pauses: readonly object[] }>('resume').then((view) => view.pauses.length);
  await eventually(pauses).toBe(1);
  await page.getByRole('button', { name: 'Resume', exact: true }).last().click();
  await eventually(pauses).toBe(0);
  await page
    .getByRole('button', { name: /^Workspace|cw$/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: /^Pause/ }).click();
  await page.getByRole('status').filter({ hasText: 'No new agents start; those already working continue' }).waitFor();
  const isPaused = async () => (await scene.cw.events()).at(-1)?.type === 'dispatch.paused';
  await eventually(isPaused).toBe(true);
  expect(await scene.cw.ask('resume')).toMatchObject({ pauses: [] });
});

test('what came of a gate is approved in its panel, and its fields are edited there', async () => {
  const gate = await scene.cw.ask<{ id: string }>('task', 'create', 'Choose the storage', '--gate');
  const next = await createTask(scene.cw, 'Move the data', { needs: [gate.id] });
  await scene.cw.ask('task', 'close', gate.id);
  const page = await browser.visit(scene.cw, { path: `/tasks/${gate.id}` });
  const panel = taskPanel(page);
  await panel.getByRole('button', { name: 'Approve', exact: true }).click();
  await eventually(async () => (await scene.cw.task(next.id)).ready).toBe(true);
  await panel.getByText(/Approved by/).waitFor();

  await page.goto(new URL(`/tasks/${next.id}`, page.url()).href);
  await panel.getByRole('button', { name: /^All fields/ }).click();
  await panel.getByRole('button', { name: /^Requires: none/ }).click();
  await panel.getByRole('textbox', { name: 'Requires' }).fill('browser, c++');
  await page.keyboard.press('Enter');
  await eventually(async () => (await scene.cw.task(next.id)).requires).toEqual(['browser', 'c++']);
  await panel.getByRole('button', { name: /^Files: none/ }).click();
  await panel.getByRole('textbox', { name: 'Files' }).fill('src/data\ndocs/*.md');
  await panel.getByRole('button', { name: 'Save' }).click();
  await eventually(async () => (await scene.cw.task(next.id)).files).toEqual(['docs/*.md', 'src/data']);
});
