import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assign, committing, createTask } from '@cw/app/e2e';
import { expect, test } from 'vitest';
import { findingsInBothThemes } from './harness/axe.ts';
import { eventually } from './harness/browser.ts';
import { browserScene } from './harness/scene.ts';
import { taskPanel, taskRow } from './harness/screens.ts';

/** Waits until the user's home holds a file `open`; then fails for one of the branches, with output. */
const check = [
  'until [ -e "$HOME/open" ]; do sleep 0.05; done',
  'if [ -e bad.txt ]; then echo "2 passed, 1 failed" >&2; exit 3; fi',
].join('; ');

const scene = browserScene();
const { browser } = scene;

test('what waits is held, moved and withdrawn beside the list; what failed shows its end; tabs and words narrow the list', async () => {
  const { cw, repo } = scene;
  await cw.ask('project', 'add', repo.path, '--name', 'sample', '--check', `unit tests: ${check}`);
  const titles = ['First of three', 'Second of three', 'Bad one'];
  const ids: string[] = [];
  for (const [index, title] of titles.entries()) {
    const task = await createTask(cw, title, { script: committing(index === 2 ? 'bad.txt' : `${index}.txt`) });
    await assign(cw, task);
    await cw.when(async () => (await cw.mergesOf(task.id))[0]);
    ids.push(task.id);
  }
  const [, second = '', bad = ''] = ids;
  const page = await browser.visit(cw, { path: '/merges' });
  const row = (title: string) => page.getByRole('link', { name: title });
  await row('Second of three').click();
  const panel = page.getByRole('region', { name: 'Merge request', exact: true });
  await panel.getByRole('button', { name: 'Hold' }).click();
  await panel.getByText('On hold', { exact: true }).waitFor();
  await panel.getByLabel('Priority in the queue').selectOption('P0');
  await eventually(async () => (await cw.mergesOf(second))[0]?.priority).toBe('P0');
  expect(await findingsInBothThemes(page, 'merge-held')).toEqual([]);

  // Everywhere the task is, it says so, and why.
  const held = /^On hold · Held by /;
  const goTo = (path: string) => page.goto(new URL(path, page.url()).href);
  await goTo(`/tasks/${second}`);
  await taskRow(page, 'Second of three').getByText(held).filter({ visible: true }).waitFor();
  const card = taskPanel(page).getByRole('region', { name: 'On hold' });
  await card.getByText(held).waitFor();
  await card.getByRole('button', { name: 'Release' }).waitFor();
  expect(await findingsInBothThemes(page, 'task-held')).toEqual([]);
  await goTo('/tasks?view=board');
  await page.locator(`[data-task="${second}"]`).getByText(held).waitFor();
  await goTo(`/merges/${(await cw.mergesOf(second))[0]?.id}`);
  await row('Second of three').getByText(held).waitFor();
  await panel.getByRole('button', { name: 'Withdraw' }).click();
  await panel
    .getByText(/^Withdrawn from the merge queue by/)
    .first()
    .waitFor();
  await panel.getByRole('button', { name: 'Merge it again' }).waitFor();
  await eventually(async () => (await cw.task(second)).state).toBe('needs-you');

  writeFileSync(join(cw.userHome, 'open'), '');
  await cw.until(bad, ({ status }) => status === 'blocked');
  await page.getByRole('radio', { name: 'Needs you' }).click();
  await row('Bad one').click();
  await panel.getByText('2 passed, 1 failed', { exact: true }).waitFor();
  await panel.getByText('unit tests', { exact: true }).first().waitFor();
  await eventually(() => row('First of three').count()).toBe(0);
  await page.getByRole('radio', { name: 'All' }).click();
  await row('First of three').waitFor();
  await row('Second of three').getByText('did not run', { exact: true }).waitFor();
  await page.getByText('1 file', { exact: true }).first().waitFor();
  await page.getByRole('heading', { name: /^Today/ }).waitFor();
  await page.getByLabel('Find merges').fill('second');
  await eventually(() => row('First of three').count()).toBe(0);
  expect(new URL(page.url()).searchParams.get('q')).toBe('second');
  expect(await findingsInBothThemes(page, 'merges-found')).toEqual([]);
});
