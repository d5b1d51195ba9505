import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addProject, assign, createTask } from '@cw/app/e2e';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { findingsInBothThemes } from './harness/axe.ts';
import { eventually, isLive } from './harness/browser.ts';
import { browserScene } from './harness/scene.ts';
import { dialog, mark, runLog, taskPanel, taskRow } from './harness/screens.ts';

const scene = browserScene({ fill: ({ cw, repo }) => addProject(cw, repo, '--check', 'true') });
const { browser } = scene;

/** Something a script waits for until the test lets it go on, at the latest when the test is over. */
function hold(name: string): { readonly script: string; readonly release: () => Promise<void> } {
  const file = join(scene.cw.userHome, name);
  const release = () => writeFile(file, '');
  onTestFinished(release);
  return { script: `until [ -e ${file} ]; do sleep 0.2; done`, release };
}

/** Opens the run of a task that was just assigned. */
async function openRun(page: Page, title: string): Promise<void> {
  await taskRow(page, title).click();
  await taskPanel(page).getByRole('link', { name: 'Open run' }).click();
  await runLog(page).waitFor();
}

test('what is written in the terminal shows without a reload', async () => {
  const page = await browser.visit(scene.cw);
  const isSamePage = await mark(page);
  const task = await createTask(scene.cw, 'Written in the terminal');
  await taskRow(page, 'Written in the terminal').waitFor();
  await scene.cw.ask('task', 'update', task.id, '--title', 'Changed in the terminal');
  const row = taskRow(page, 'Changed in the terminal');
  await row.getByRole('img', { name: 'Ready' }).waitFor();
  await scene.cw.ask('task', 'close', task.id);
  await page.getByRole('button', { name: /^Done\s*1$/ }).waitFor();
  expect(await isSamePage()).toBe(true);
});

test('a run is stopped only after a second word, and the task then waits for a person', async () => {
  const page = await browser.visit(scene.cw);
  const task = await createTask(scene.cw, 'Work for long', { script: 'echo "at work"; exec sleep 600' });
  await assign(scene.cw, task);
  await openRun(page, 'Work for long');
  await runLog(page).getByText('at work').waitFor();

  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await dialog(page, 'Stop this run?').getByRole('button', { name: 'Keep' }).click();
  await dialog(page, 'Stop this run?').waitFor({ state: 'detached' });
  expect((await scene.cw.runsOf(task.id))[0]).toMatchObject({ step: 'running', outcome: null });

  await page.keyboard.press('s');
  await dialog(page, 'Stop this run?').getByRole('button', { name: 'Stop the run' }).click();
  await page.getByRole('main').getByText('Stopped', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('main').getByRole('link', { name: 'Work for long' }).first().click();
  await taskPanel(page).getByText('Needs you', { exact: true }).waitFor();
  await eventually(() => scene.cw.task(task.id)).toMatchObject({ status: 'blocked', lease: null });
});

test('a log opens at its end, and stays where a person has scrolled to', async () => {
  const [middle, end] = [hold('middle'), hold('end')];
  const script = `seq -f 'line %g' 1 3000; ${middle.script}; seq -f 'later %g' 1 200; ${end.script}`;
  const task = await createTask(scene.cw, 'Write much', { script });
  await assign(scene.cw, task);
  const page = await browser.visit(scene.cw);
  await openRun(page, 'Write much');
  const log = runLog(page);
  await log.getByText('line 3000').waitFor();
  const isAtEnd = () => log.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight < 48);
  await eventually(isAtEnd).toBe(true);

  await page.setViewportSize({ width: 1440, height: 420 });
  await eventually(isAtEnd).toBe(true);
  await log.hover();
  await page.mouse.wheel(0, -120);
  await page.getByRole('button', { name: 'To the end' }).waitFor();
  const top = await log.evaluate((box) => box.scrollTop);
  await middle.release();
  await log.getByText('later 200').waitFor({ state: 'attached' });
  expect(await log.evaluate((box) => box.scrollTop)).toBe(top);
  await page.getByRole('button', { name: /new line|To the end/ }).click();
  await eventually(isAtEnd).toBe(true);
  await end.release();
  await scene.cw.until(task.id, ({ status }) => status === 'closed');
});

test('a page whose server is gone says that it is not live, and catches up by itself', async () => {
  browser.allow(/ERR_CONNECTION_(REFUSED|RESET)|WebSocket connection to .* failed/);
  const page = await browser.visit(scene.cw);
  const isSamePage = await mark(page);
  const banner = page.getByRole('main').getByRole('status').filter({ hasText: 'Not live.' });
  await createTask(scene.cw, 'Seen before');
  await taskRow(page, 'Seen before').waitFor();
  expect(await banner.isVisible()).toBe(false);

  const { port } = scene.server;
  await scene.server.stop();
  await banner.getByText(/Showing data of \d\d:\d\d:\d\d/).waitFor();
  expect(await taskRow(page, 'Seen before').isVisible()).toBe(true);
  expect(await findingsInBothThemes(page, 'not-live')).toEqual([]);
  await createTask(scene.cw, 'Written meanwhile');

  scene.server = await scene.cw.serve({ port });
  await taskRow(page, 'Written meanwhile').waitFor();
  await isLive(page);
  expect(await banner.isVisible()).toBe(false);
  expect(await isSamePage()).toBe(true);
});

test('a page that is cut off without a word says so, and misses nothing of what happens meanwhile', async () => {
  browser.allow(/ERR_INTERNET_DISCONNECTED/);
  const page = await browser.visit(scene.cw, { patience: 40_000 });
  const isSamePage = await mark(page);
  const named = (what: string) => createTask(scene.cw, what);
  const gone = [await named('To be renamed'), await named('To be closed'), await named('To be deleted')] as const;
  for (const { title } of gone) await taskRow(page, title).waitFor();

  await page.context().setOffline(true);
  const [renamed, closed, deleted] = gone;
  await scene.cw.ask('task', 'update', renamed.id, '--title', 'Renamed meanwhile');
  await scene.cw.ask('task', 'close', closed.id);
  await scene.cw.ask('task', 'delete', deleted.id);
  for (let number = 1; number <= 9; number += 1) await named(`Made meanwhile, number ${number}`);
  await page.getByText('Not live.').waitFor();
  expect(await taskRow(page, 'To be renamed').isVisible()).toBe(true);

  await page.context().setOffline(false);
  for (let number = 1; number <= 9; number += 1) await taskRow(page, `Made meanwhile, number ${number}`).waitFor();
  await taskRow(page, 'Renamed meanwhile').waitFor();
  for (const { title } of gone) await taskRow(page, title).waitFor({ state: 'detached' });
  await isLive(page);
  expect(await isSamePage()).toBe(true);
});

test('a change that was heard of and could not be fetched is not taken for seen', async () => {
  browser.allow(/ERR_FAILED/);
  const page = await browser.visit(scene.cw);
  await page.route('**/api/trpc/**', (route) => route.abort());
  await createTask(scene.cw, 'Heard of, and not fetched');
  await page.getByText('Not live.').waitFor();
  await page.unroute('**/api/trpc/**');
  await taskRow(page, 'Heard of, and not fetched').waitFor();
  await isLive(page);
});

test('a killed server is missed as one that was stopped', async () => {
  browser.allow(/ERR_CONNECTION_(REFUSED|RESET)|WebSocket connection to .* failed/);
  const crash = hold('crash');
  const script = `echo "before the crash"; ${crash.script}; echo "after the crash"`;
  const task = await createTask(scene.cw, 'Outlive the server', { script });
  await assign(scene.cw, task);
  const page = await browser.visit(scene.cw);
  const isSamePage = await mark(page);
  await openRun(page, 'Outlive the server');
  await runLog(page).getByText('before the crash').waitFor();
  const { port } = scene.server;
  await scene.server.kill();
  await page.getByText('Not live.').waitFor();
  await crash.release();
  scene.server = await scene.cw.serve({ port });
  await runLog(page).getByText('after the crash').waitFor();
  await page.getByRole('main').getByText('Done', { exact: true }).first().waitFor();
  expect(await isSamePage()).toBe(true);
});
