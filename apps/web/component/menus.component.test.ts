import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { eventually } from '../e2e/harness/browser.ts';
import { dialog, taskPanel } from '../e2e/harness/screens.ts';
import { buildTask } from '../src/data/testing.ts';
import { answersWith } from './harness/sample-answers.ts';
import type { Answers } from './harness/scripted-link.ts';
import { scriptedPages } from './harness/scripted-pages.ts';

const pages = scriptedPages();

const task = buildTask({ id: 'tk_alpha0000000', title: 'Alpha', projectId: 'pr_sample000000' });

async function openTask(more: Answers['tasks'] = {}) {
  const page: Page = await pages.open(answersWith([task], { tasks: more }), { path: `/tasks/${task.id}` });
  const panel = taskPanel(page);
  await panel.getByRole('heading', { name: /Alpha/ }).waitFor();
  return { page, panel };
}

test('a window that a menu opened gives the focus back to the button of the menu', async () => {
  const { page, panel } = await openTask();
  const more = panel.getByRole('button', { name: 'More actions' });
  await more.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Close as failed…' }).press('Enter');
  await dialog(page, 'Close this task as failed?').waitFor();
  await page.keyboard.press('Escape');
  await dialog(page, 'Close this task as failed?').waitFor({ state: 'detached' });
  await eventually(() => more.evaluate((button) => button === document.activeElement)).toBe(true);
});

test('Escape closes the menu that is open, and leaves the message that came over it', async () => {
  let answer: () => void = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { page, panel } = await openTask({
    assign: async () => {
      await answered;
      return { items: [task], total: 1, nextCursor: null };
    },
  });
  await page.keyboard.press('a');
  await panel.getByRole('button', { name: 'More actions' }).click();
  const item = page.getByRole('menuitem').first();
  await item.waitFor();
  answer();
  const message = page.getByText(/^Assigned “?Alpha/);
  await message.waitFor();
  await page.keyboard.press('Escape');
  await item.waitFor({ state: 'detached' });
  await page.keyboard.press('F8');
  await message.waitFor();
  await page.keyboard.press('Escape');
  await message.waitFor({ state: 'detached' });
});
