import { openWorkspace, type Server, type Workspace } from '@cw/app/e2e';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, testBrowser } from './harness/browser.ts';
import { importTasks, yearOfTasks } from './harness/sample-tasks.ts';
import { taskPanel, taskRow } from './harness/screens.ts';

const browser = testBrowser();
const count = 1000;
let cw: Workspace;
let server: Server;

beforeAll(async () => {
  cw = await openWorkspace();
  await importTasks(cw, yearOfTasks(count));
  server = await cw.serve();
});

afterAll(async () => {
  await server.stop();
  await cw[Symbol.asyncDispose]();
});

/** Where the list is, how many rows are drawn, and whether they fill what can be seen, as of the next frame. */
function lookAtList(page: Page) {
  return page.getByRole('grid', { name: 'Tasks' }).evaluate(async (grid) => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const view = grid.getBoundingClientRect();
    const rows = [...grid.querySelectorAll('[role=row]')].map((row) => row.getBoundingClientRect());
    const [top, bottom] = [Math.min(...rows.map((row) => row.top)), Math.max(...rows.map((row) => row.bottom))];
    return { drawn: rows.length, top: grid.scrollTop, filled: top <= view.top + 1 && bottom >= view.bottom - 1 };
  });
}

test('a thousand tasks scroll to their end with only the rows in sight drawn', async () => {
  const page = await browser.visit(cw, { path: '/tasks?group=none' });
  await page
    .getByText(`${count.toLocaleString('en-US')} tasks`)
    .first()
    .waitFor();
  const grid = page.getByRole('grid', { name: 'Tasks' });
  await page.getByRole('row').first().waitFor();
  await grid.hover();
  let last = -1;
  for (;;) {
    const seen = await lookAtList(page);
    expect(seen.drawn).toBeLessThan(80);
    expect(seen.filled, `rows fill the list at ${seen.top}`).toBe(true);
    if (seen.top === last) break;
    last = seen.top;
    await page.mouse.wheel(0, 2400);
    await eventually(() => grid.evaluate((box) => box.scrollTop)).toSatisfy(
      (top: number) => top > last || top + 1 >= last,
    );
  }
  expect(last).toBeGreaterThan(10_000);
});

test('one of a thousand is found, opened and changed while others are written', async () => {
  const page = await browser.visit(cw);
  await page.keyboard.press('/');
  await page.keyboard.type('(777)');
  await eventually(() => page.getByRole('row').count()).toBe(2);
  expect(await page.getByRole('row').nth(1).getByRole('img', { name: 'Done' }).isVisible()).toBe(true);
  await page.keyboard.press('Enter');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await taskPanel(page).getByText('One short paragraph').waitFor();
  await cw.ask('task', 'create', 'Written with (777) in mind');
  await taskRow(page, 'Written with (777) in mind').waitFor();
});
