import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { addProject, copyProgram, createTask, startServer } from '@cw/app/e2e';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findingsInBothThemes } from './harness/axe.ts';
import { eventually, isLive } from './harness/browser.ts';
import { browserScene } from './harness/scene.ts';
import { mark, taskPanel } from './harness/screens.ts';

const scene = browserScene({ fill: ({ cw, repo }) => addProject(cw, repo) });
const { browser } = scene;

const description = (panel: Locator) => panel.getByRole('textbox', { name: 'Description' });

async function edit(page: Page, text: string): Promise<Locator> {
  const panel = taskPanel(page);
  await panel.getByRole('button', { name: /(Edit|Add) description/ }).click();
  await description(panel).fill(text);
  return panel;
}

test('of two who edit one text, the second is told, sees both, and overwrites nothing unasked', async () => {
  browser.allow(/the server responded with a status of 409/);
  const { id } = await createTask(scene.cw, 'Edited twice');
  await scene.cw.ask('task', 'update', id, '--description', 'The text.\nIts second line.');
  const path = `/tasks/${id}`;
  const [one, two] = [await browser.visit(scene.cw, { path }), await browser.visit(scene.cw, { path })];
  const first = await edit(one, 'The text of the first.\nIts second line.');
  const second = await edit(two, 'The text.\nThe line of the second.');
  await scene.cw.ask('task', 'update', id, '--priority', '0');
  await first.getByRole('button', { name: 'Save' }).click();
  await first.getByText('The text of the first.').waitFor();

  const conflict = second.getByRole('alert').filter({ hasText: 'was changed meanwhile' });
  await conflict.getByText('The text of the first.').waitFor();
  await conflict.getByText('The line of the second.').waitFor();
  expect(await description(second).inputValue()).toContain('The line of the second.');
  await description(second).press('Control+Enter');
  expect((await scene.cw.task(id)).description).toContain('The text of the first.');
  expect(await findingsInBothThemes(two, 'conflict')).toEqual([]);

  await two.reload();
  await conflict.waitFor();
  await conflict.getByRole('button', { name: 'Use the current text' }).click();
  await second.getByText('The text of the first.').waitFor();
  await two.getByRole('button', { name: 'Undo' }).click();
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await conflict.waitFor({ state: 'detached' });
  await eventually(() => scene.cw.task(id)).toMatchObject({
    ...{ description: 'The text.\nThe line of the second.', priority: 'P0' },
  });
});

test('a text that cannot be sent stays, and is sent once the server is back', async () => {
  browser.allow(/ERR_CONNECTION_(REFUSED|RESET)|WebSocket connection to .* failed/);
  const { id } = await createTask(scene.cw, 'Written while it is down');
  const page = await browser.visit(scene.cw, { path: `/tasks/${id}` });
  const isSamePage = await mark(page);
  const panel = await edit(page, 'Not lost.');
  const { port } = scene.server;
  await scene.server.stop();
  await page.getByText('Not live.').waitFor();
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByRole('alert').getByText('The server cannot be reached.').waitFor();
  expect(await description(panel).inputValue()).toBe('Not lost.');
  scene.server = await scene.cw.serve({ port });
  await isLive(page);
  await panel.getByRole('button', { name: 'Save' }).click();
  await eventually(async () => (await scene.cw.task(id)).description).toBe('Not lost.');
  expect(await isSamePage()).toBe(true);
});

/** Another build of the program: every script of its dashboard has another name. */
async function upgraded() {
  const copy = await copyProgram();
  const web = join(dirname(copy.program), 'web');
  const names = (await readdir(join(web, 'assets'))).filter((name) => name.endsWith('.js'));
  const named = new RegExp(names.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
  const renamed = (text: string) => text.replaceAll(named, (name) => `newer-${name}`);
  for (const name of names) {
    const file = join(web, 'assets', name);
    await writeFile(join(web, 'assets', renamed(name)), renamed(await readFile(file, 'utf8')));
    await rm(file);
  }
  await writeFile(join(web, 'index.html'), renamed(await readFile(join(web, 'index.html'), 'utf8')));
  return copy;
}

test('a page of before an upgrade says so, and keeps what was typed when it is loaded anew', async () => {
  // A part that the page had not fetched is gone with the older program.
  browser.allow(/ERR_CONNECTION_(REFUSED|RESET)|WebSocket connection to .* failed|status of 404 .*\/assets\//);
  await using newer = await upgraded();
  const { id } = await createTask(scene.cw, 'Written before the upgrade');
  const page = await browser.visit(scene.cw, { path: `/tasks/${id}` });
  const panel = await edit(page, 'Half a sentence');
  const { port } = scene.server;
  await scene.server.stop();
  await page.getByText('Not live.').waitFor();
  scene.server = await startServer({ home: scene.cw.home, env: scene.cw.env, port, program: newer.program });
  await page.getByText('Codewalkers was updated.').waitFor();
  expect(await description(panel).inputValue()).toBe('Half a sentence');
  await page.getByRole('button', { name: 'Reload' }).click();
  await isLive(page);
  await eventually(() => description(panel).inputValue()).toBe('Half a sentence');
  expect(await page.getByText('Codewalkers was updated.').count()).toBe(0);
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByRole('paragraph').filter({ hasText: 'Half a sentence' }).waitFor();
  await eventually(async () => (await scene.cw.task(id)).description).toBe('Half a sentence');
  await page.close();
  await scene.server.stop();
  scene.server = await scene.cw.serve({ port });
});
