import { gate } from '@cw/testkit';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { isLive } from '../e2e/harness/browser.ts';
import { taskPanel, taskRow } from '../e2e/harness/screens.ts';
import type { TaskView } from '../src/data/api-types.ts';
import { rowOf } from '../src/data/row-patch.ts';
import { buildTask } from '../src/data/testing.ts';
import { answersWith } from './harness/sample-answers.ts';
import { scriptedPages } from './harness/scripted-pages.ts';

const pages = scriptedPages();

const listOf = (...tasks: readonly TaskView[]) => ({ items: tasks.map(rowOf), total: tasks.length, nextCursor: null });
const notLive = (page: Page) => page.getByText('Not live.');

test('a read that is never answered is given up, holds up no other, and the page is live only once it is answered', async () => {
  let title = 'As it was';
  let isSilent = false;
  const silence = new Promise<never>(() => undefined);
  const page = await pages.open(
    answersWith([], {
      tasks: { list: () => listOf(buildTask({ id: 'tk_alpha0000000', title })) },
      inbox: { count: () => (isSilent ? silence : { open: 0 }) },
    }),
  );
  await taskRow(page, 'As it was').waitFor();

  await page.clock.install();
  isSilent = true;
  title = 'As it is now';
  const asked = page.waitForRequest(/inbox\.count/);
  pages.tell({ type: 'task.updated', entity: 'tk_alpha0000000' });
  await asked;
  await page.clock.fastForward(15_000);
  await notLive(page).waitFor();
  await page.clock.fastForward(2_000);
  await taskRow(page, 'As it is now').waitFor();
  expect(await notLive(page).count()).toBe(1);

  isSilent = false;
  await page.clock.fastForward(25_000);
  await page.clock.fastForward(25_000);
  await isLive(page);
  expect(await notLive(page).count()).toBe(0);
});

/** A page on a task whose comments are never taken, at the moment at which one is on its way. */
async function sendComment(): Promise<Page> {
  const task = buildTask({ id: 'tk_alpha0000000', title: 'Alpha', projectId: 'pr_sample000000' });
  const page = await pages.open(
    answersWith([task], { tasks: { comment: () => new Promise<never>(() => undefined) } }),
    {
      path: `/tasks/${task.id}`,
    },
  );
  await taskPanel(page).getByRole('textbox', { name: 'Comment' }).fill('Is this kept?');
  await page.clock.install();
  const asked = page.waitForRequest(/tasks\.comment/);
  await taskPanel(page).getByRole('button', { name: 'Comment' }).click();
  await asked;
  return page;
}

const notKnown = /The server did not answer\. If this was a change, it may have been made/;

test('a change that is never answered is given up, and it is said that it may have been made', async () => {
  const page = await sendComment();
  await page.clock.fastForward(120_000);
  await taskPanel(page).getByText(notKnown).waitFor();
});

test('a change that waits when the connection is lost is not waited for much longer', async () => {
  const page = await sendComment();
  pages.cut();
  await notLive(page).waitFor();
  await page.clock.fastForward(5_000);
  await taskPanel(page).getByText(notKnown).waitFor();
});

test('what happens while a list is on its way for the first time shows, though that answer is from before it', async () => {
  const [alpha, beta] = [
    buildTask({ id: 'tk_alpha0000000', title: 'Alpha' }),
    buildTask({ id: 'tk_beta00000000', title: 'Beta' }),
  ];
  const first = gate();
  let asked = 0;
  const page = await pages.open(
    answersWith([], {
      tasks: {
        list: async () => {
          asked += 1;
          if (asked > 1) return listOf(alpha, beta);
          await first.opened;
          return listOf(alpha);
        },
      },
    }),
  );
  pages.tell({ type: 'task.created', entity: beta.id });
  await page.getByText('event 2', { exact: true }).waitFor();
  first.open();
  await taskRow(page, 'Beta').waitFor();
});
