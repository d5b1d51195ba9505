import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually } from './harness/browser.ts';
import { importTasks, yearOfTasks } from './harness/sample-tasks.ts';
import { browserScene } from './harness/scene.ts';
import { taskPanel } from './harness/screens.ts';

const scene = browserScene({ each: true });
const { browser } = scene;

const few = [
  { title: 'Alpha' },
  { title: 'Beta', needs: [0] },
  { title: 'Gamma', needs: [1] },
  { title: 'Delta' },
  { title: 'Omega', closed: true },
  { title: 'Epsilon', needs: [4] },
];

const node = (page: Page, title: string) => page.getByRole('group', { name: title, exact: true });
const link = (page: Page, name: string) => page.getByRole('img', { name, exact: true });
const waits = (task: string, on: string) => `“${task}” waits for “${on}”`;

async function openGraph(): Promise<Page> {
  await importTasks(scene.cw, few);
  const page = await browser.visit(scene.cw, { path: '/tasks?view=graph' });
  await node(page, 'Alpha').waitFor();
  return page;
}

async function idOf(title: string): Promise<string> {
  const { items } = await scene.cw.ask<{ items: readonly { id: string; title: string }[] }>('task', 'list', '--all');
  return items.find((item) => item.title === title)?.id ?? '';
}

/** Draws a link from one task to another that is to wait for it, and drops it at a part of its width from the left. */
async function draw(page: Page, from: string, to: string, part = 0): Promise<void> {
  await node(page, from).hover();
  const [start, end] = [await node(page, from).boundingBox(), await node(page, to).boundingBox()];
  if (!start || !end) throw new Error('a task is not drawn');
  await page.mouse.move(start.x + start.width, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + start.width + 20, start.y + start.height / 2 + 8, { steps: 3 });
  await page.mouse.move(end.x + end.width * part, end.y + end.height / 2, { steps: 5 });
  await page.mouse.up();
}

test('the graph shows what waits for what and the longest way, and follows the terminal', async () => {
  const page = await openGraph();
  await link(page, waits('Beta', 'Alpha')).waitFor({ state: 'attached' });
  await page.getByText('Critical path', { exact: true }).first().waitFor();
  await page.getByText('3 tasks', { exact: true }).waitFor();
  expect(await node(page, 'Gamma').getByRole('button').textContent()).toContain('on the critical path');
  await scene.cw.ask('task', 'dep', 'add', await idOf('Delta'), await idOf('Gamma'));
  await page.getByText('4 tasks', { exact: true }).waitFor();
  await link(page, waits('Delta', 'Gamma')).waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Collapse done' }).click();
  await node(page, 'Omega').waitFor({ state: 'detached' });
  await node(page, 'Epsilon').getByTitle('1 finished before it').waitFor();
});

test('a link is drawn and removed, each with undo; one that would make a circle is refused with the way round', async () => {
  browser.allow(/422/);
  const page = await openGraph();
  await draw(page, 'Gamma', 'Delta', 1.12);
  await page.locator('.react-flow__connection').waitFor({ state: 'detached' });
  expect(await link(page, waits('Delta', 'Gamma')).count()).toBe(0);
  await draw(page, 'Gamma', 'Delta', 0.7);
  await link(page, waits('Delta', 'Gamma')).waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await link(page, waits('Delta', 'Gamma')).waitFor({ state: 'detached' });

  await draw(page, 'Gamma', 'Alpha');
  const refusal = page.getByRole('alert');
  await refusal.getByText('Not linked: this would create a dependency cycle.').waitFor();
  expect(await refusal.getByRole('listitem').allTextContents()).toEqual(['Alpha', 'Gamma', 'Beta', 'Alpha']);
  await refusal.getByRole('button', { name: 'Dismiss' }).click();

  const [from, to] = [await node(page, 'Alpha').boundingBox(), await node(page, 'Beta').boundingBox()];
  if (!from || !to) throw new Error('a task is not drawn');
  await page.mouse.click((from.x + from.width + to.x) / 2, from.y + from.height / 2);
  await page.getByRole('button', { name: `Remove the link: ${waits('Beta', 'Alpha')}` }).click();
  await link(page, waits('Beta', 'Alpha')).waitFor({ state: 'detached' });
  const ready = () => scene.cw.ask<{ items: readonly { title: string }[] }>('task', 'ready');
  await eventually(async () => (await ready()).items.map(({ title }) => title)).toContain('Beta');
});

test('arrow keys follow links, a key leaves only what hangs on a task, and the address keeps it', async () => {
  const page = await openGraph();
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest('.react-flow__node')?.getAttribute('aria-label'));
  await node(page, 'Alpha').getByRole('button').focus();
  await page.keyboard.press('ArrowRight');
  await eventually(focused).toBe('Beta');
  await page.keyboard.press('Enter');
  await taskPanel(page).getByRole('heading', { name: /Beta/ }).waitFor();
  await page.keyboard.press('o');
  await node(page, 'Delta').waitFor({ state: 'detached' });
  const beta = await idOf('Beta');
  await eventually(() => new URL(page.url()).searchParams.get('focus')).toBe(beta);
  await page.reload();
  await node(page, 'Gamma').waitFor();
  expect(await node(page, 'Delta').count()).toBe(0);
  await page.getByRole('button', { name: 'Show all tasks again' }).click();
  await node(page, 'Delta').waitFor();
});

test('a link of any kind is drawn by keys alone, given up by Escape, and not made twice', async () => {
  const page = await openGraph();
  const says = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();
  await node(page, 'Alpha').getByRole('button').focus();
  await page.keyboard.press('d');
  await says('From “Alpha”: go to the other task.');
  await page.keyboard.press('ArrowDown');
  await says(`Enter: ${waits('Delta', 'Alpha')}`);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowUp');
  expect(await link(page, waits('Delta', 'Alpha')).count()).toBe(0);

  await page.getByRole('button', { name: 'Kind of new links: Blocks' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitemradio', { name: 'Related' }).press('Enter');
  // The menu gives the focus back to its button when it has closed; what is focused before that loses it again.
  const kind = page.getByRole('button', { name: 'Kind of new links: Related' });
  await eventually(() => kind.evaluate((button) => button === document.activeElement)).toBe(true);
  await node(page, 'Alpha').getByRole('button').focus();
  await page.keyboard.press('d');
  await page.keyboard.press('ArrowDown');
  const related = '“Delta” is related to “Alpha”';
  await says(related);
  await page.keyboard.press('Enter');
  await link(page, related).waitFor({ state: 'attached' });
  const [delta, alpha] = [await idOf('Delta'), await idOf('Alpha')];
  const linked = () => scene.cw.ask<{ dependencies: object[] }>('task', 'show', delta);
  await eventually(async () => (await linked()).dependencies).toEqual([{ type: 'related', id: alpha }]);

  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await says('From “Delta”: go to the other task.');
  await page.keyboard.press('Escape');
  await node(page, 'Delta').getByRole('button').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('d');
  await node(page, 'Delta').click();
  await page.getByRole('alert').getByText('They are already linked like that.').waitFor();
});

test('what a task is part of is seen, and drawn by hand; Undo puts the parent before it back', async () => {
  const page = await openGraph();
  const [alpha, delta, omega] = [await idOf('Alpha'), await idOf('Delta'), await idOf('Omega')];
  await scene.cw.ask('task', 'update', delta, '--parent', omega);
  const partOf = (parent: string) => link(page, `“Delta” is part of “${parent}”`);
  await partOf('Omega').waitFor({ state: 'attached' });
  const leftOf = async (title: string) => (await node(page, title).boundingBox())?.x ?? 0;
  await eventually(async () => (await leftOf('Delta')) > (await leftOf('Omega'))).toBe(true);
  await page.getByRole('button', { name: 'Kind of new links: Blocks' }).click();
  await page.getByRole('menuitemradio', { name: 'Contains' }).click();
  await draw(page, 'Alpha', 'Delta', 0.5);
  await partOf('Alpha').waitFor({ state: 'attached' });
  const parentOf = async () => (await scene.cw.ask<{ parentId: string }>('task', 'show', delta)).parentId;
  await eventually(parentOf).toBe(alpha);
  await page.getByRole('button', { name: 'Undo' }).click();
  await partOf('Omega').waitFor({ state: 'attached' });
  await eventually(parentOf).toBe(omega);
});

test('the same graph is a list, from which links are removed too', async () => {
  const page = await openGraph();
  await page.getByRole('button', { name: 'Outline' }).click();
  const list = page.getByRole('list', { name: 'Tasks of the graph' });
  await list.getByRole('button', { name: `Remove: ${waits('Gamma', 'Beta')}` }).click();
  await list.getByText('needed by').nth(1).waitFor();
  await eventually(() => list.getByRole('button', { name: /^Remove/ }).count()).toBe(2);
});

test('a thousand tasks are laid out, and from afar they are one picture', async () => {
  await importTasks(scene.cw, yearOfTasks(1000));
  const page = await browser.visit(scene.cw, { path: '/tasks?view=graph' });
  await page.locator('.react-flow__node').first().waitFor();
  expect(await page.locator('.react-flow__node').count()).toBeLessThan(120);
  await page.getByRole('button', { name: 'Fit everything' }).click();
  await eventually(() => page.locator('.react-flow__node').count()).toBe(0);
  const view = await page.locator('.react-flow').boundingBox();
  if (!view) throw new Error('the graph is not drawn');
  await page.mouse.click(view.x + view.width / 2, view.y + view.height / 2);
  await page.getByRole('button', { name: 'Zoom in' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.locator('.react-flow__node button:focus').waitFor();
});
