import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually } from './harness/browser.ts';
import { importTasks, yearOfTasks } from './harness/sample-tasks.ts';
import { browserScene } from './harness/scene.ts';
import { taskPanel, taskRow } from './harness/screens.ts';

const count = 1000;
const scene = browserScene({ fill: ({ cw }) => importTasks(cw, yearOfTasks(count)) });
const { browser } = scene;

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
  const page = await browser.visit(scene.cw, { path: '/tasks?group=none' });
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
  const page = await browser.visit(scene.cw);
  await page.keyboard.press('/');
  await page.keyboard.type('(777)');
  await eventually(() => page.getByRole('row').count()).toBe(2);
  expect(await page.getByRole('row').nth(1).getByRole('img', { name: 'Done' }).isVisible()).toBe(true);
  await page.keyboard.press('Enter');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await taskPanel(page).getByText('One short paragraph').waitFor();
  await scene.cw.ask('task', 'create', 'Written with (777) in mind');
  await taskRow(page, 'Written with (777) in mind').waitFor();
});
