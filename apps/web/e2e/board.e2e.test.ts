import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually } from './harness/browser.ts';
import { importTasks, yearOfTasks } from './harness/sample-tasks.ts';
import { browserScene } from './harness/scene.ts';
import { dialog, taskPanel } from './harness/screens.ts';

const scene = browserScene({ each: true });
const { browser } = scene;

const few = [
  { title: 'Alpha', priority: 0 },
  { title: 'Beta', priority: 1, needs: [0] },
  { title: 'Gamma', priority: 2 },
  { title: 'Omega', closed: true },
];

const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name} \\d+$`) });
const card = (within: Page | Locator, title: string) => within.getByRole('button', { name: title, exact: true });

async function openBoard(): Promise<Page> {
  await importTasks(scene.cw, few);
  const page = await browser.visit(scene.cw, { path: '/tasks?view=board' });
  await card(page, 'Alpha').waitFor();
  await page.getByRole('button', { name: 'Fold Open' }).click();
  return page;
}

async function taskNamed(title: string) {
  const { items } = await scene.cw.ask<{
    items: readonly { id: string; title: string; state: string; statusReason: string }[];
  }>('task', 'list', '--all');
  const task = items.find((item) => item.title === title);
  if (!task) throw new Error(`there is no task ${title}`);
  return task;
}

const stateOf = async (title: string) => (await taskNamed(title)).state;

/** Takes a card with the mouse and holds it over a column. */
async function holdOver(page: Page, title: string, name: string): Promise<void> {
  const from = await card(page, title).boundingBox();
  const to = await column(page, name).boundingBox();
  if (!from || !to) throw new Error('the card or the column is not drawn');
  await page.mouse.move(from.x + 20, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 30, from.y + 20, { steps: 3 });
  await page.mouse.move(to.x + to.width / 2, to.y + 300, { steps: 5 });
}

test('a card dragged to another column is a command, and undo takes it back', async () => {
  const page = await openBoard();
  await holdOver(page, 'Alpha', 'In progress');
  await column(page, 'In progress').getByText('Claims it for you.').waitFor();
  await column(page, 'Waiting')
    .getByText(/move here by themselves while something they need/)
    .waitFor();
  await page.mouse.up();
  await card(column(page, 'In progress'), 'Alpha').waitFor();
  await eventually(() => stateOf('Alpha')).toBe('in-progress');
  await page.getByRole('button', { name: 'Undo' }).click();
  await card(column(page, 'Ready'), 'Alpha').waitFor();
  await eventually(() => stateOf('Alpha')).toBe('ready');
});

test('a column that refuses says why, and nothing is changed', async () => {
  const page = await openBoard();
  await holdOver(page, 'Beta', 'In progress');
  await column(page, 'In progress').getByText('It waits for 1 task.').waitFor();
  await page.mouse.up();
  await column(page, 'In progress')
    .getByRole('alert')
    .getByText('“Beta” was not moved. It waits for 1 task.')
    .waitFor();
  await card(column(page, 'Waiting'), 'Beta').waitFor();
  expect(await stateOf('Beta')).toBe('waiting');
});

test('the keys take a card up, tell of each column, ask for the reason and leave the focus on it', async () => {
  const page = await openBoard();
  const said = page.getByRole('status', { name: 'The card you are holding' });
  await card(page, 'Gamma').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await eventually(() => said.textContent()).toBe('In progress. Claims it for you.');
  await page.keyboard.press('Escape');
  await eventually(() => said.textContent()).toBe('Put back where it was.');
  for (const key of ['Space', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await dialog(page, 'Block this task?').getByRole('textbox').waitFor();
  await page.keyboard.press('Control+Enter');
  await dialog(page, 'Block this task?').getByRole('alert').getByText('Say what it needs.').waitFor();
  await page.keyboard.type('Which one?');
  await page.keyboard.press('Control+Enter');
  await card(column(page, 'Needs you'), 'Gamma').waitFor();
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Gamma');
  await eventually(() => taskNamed('Gamma')).toMatchObject({ state: 'needs-you', statusReason: 'Which one?' });

  await page.keyboard.press('ArrowLeft');
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Alpha');
  await page.keyboard.press('Enter');
  await taskPanel(page).getByRole('heading', { name: /Alpha/ }).waitFor();
});

test('by keys too a column that refuses is marked, opened if it is folded, and says why', async () => {
  const page = await openBoard();
  const said = page.getByRole('status', { name: 'The card you are holding' });
  const reached = column(page, 'Needs plan');
  const why = 'Tasks move here by themselves while their required plan is not approved.';
  await card(page, 'Beta').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await eventually(() => said.textContent()).toBe(`Needs plan. Not possible: ${why}`);
  await reached.getByText(why).waitFor();
  expect(await reached.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
  await page.keyboard.press('Space');
  await reached.getByRole('alert').getByText(`“Beta” was not moved. ${why}`).waitFor();
  expect(await said.textContent()).toBe(`Not moved. ${why}`);
  await reached.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Unfold Needs plan' }).waitFor();
});

test('a card has a menu of the same moves, and what the terminal does is seen on the board', async () => {
  const page = await openBoard();
  await card(page, 'Omega').focus();
  await page.getByRole('button', { name: 'Move Omega' }).click();
  expect(await page.getByRole('menuitem', { name: /^Failed/ }).getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('menuitem', { name: /^Open/ }).click();
  await card(column(page, 'Ready'), 'Omega').waitFor();
  const { id } = await taskNamed('Alpha');
  await scene.cw.ask('task', 'close', id);
  await card(column(page, 'Done'), 'Alpha').waitFor();
  await card(column(page, 'Ready'), 'Beta').waitFor();
});

test('of two thousand cards only those in sight are drawn', async () => {
  await importTasks(scene.cw, yearOfTasks(2000));
  const page = await browser.visit(scene.cw, { path: '/tasks?view=board' });
  await eventually(() => column(page, 'Done').getByRole('heading').textContent()).toBe('Done 800');
  expect(await page.locator('[data-task]').count()).toBeLessThan(150);
});
