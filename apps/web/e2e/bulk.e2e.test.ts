import { addProject } from '@cw/app/e2e';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { eventually } from './harness/browser.ts';
import { importTasks } from './harness/sample-tasks.ts';
import { browserScene } from './harness/scene.ts';
import { dialog, taskRow } from './harness/screens.ts';

const count = 600;

const scene = browserScene({
  fill: async ({ cw, repo }) => {
    await addProject(cw, repo);
    await importTasks(
      cw,
      Array.from({ length: count }, (_, index) => ({
        title: `Task ${String(index + 1).padStart(3, '0')}`,
        priority: 2,
        labels: ['old'],
      })),
      '--project',
      'sample',
    );
  },
});
const { browser } = scene;

type Task = Awaited<ReturnType<typeof allTasks>>[number];

let tasks: readonly Task[];
beforeEach(async () => {
  tasks = await allTasks();
});

const allTasks = () => scene.cw.tasks();

async function isAsBefore(): Promise<void> {
  const looks = (list: readonly Task[]) =>
    list.map(({ id, priority, labels, state }) => ({ id, priority, labels, state }));
  await eventually(async () => looks(await allTasks())).toEqual(looks(tasks));
}

const bar = (page: Page) => page.getByRole('region', { name: 'Selection' });
const has = (count: number, wanted: (task: Task) => boolean) =>
  eventually(async () => (await allTasks()).filter(wanted).length).toBe(count);

test('a range is selected with keys alone, changed at once, and changed back by one undo', async () => {
  const page = await browser.visit(scene.cw, { path: '/tasks?sort=title' });
  await taskRow(page, 'Task 001').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  for (const key of ['j', 'j', 'j']) await page.keyboard.press(key);
  await page.keyboard.press('Shift+X');
  await bar(page).getByText('4 selected').waitFor();
  await page.keyboard.press('Shift+J');
  await bar(page).getByText('5 selected').waitFor();

  await page.keyboard.press('p');
  await dialog(page, 'Set the priority').waitFor();
  await page.keyboard.type('crit');
  await page.keyboard.press('Enter');
  await page.getByText('5 tasks: priority P0').first().waitFor();
  await has(5, ({ priority }) => priority === 'P0');
  await page.getByRole('button', { name: 'Undo' }).click();
  await isAsBefore();

  await page.keyboard.press('l');
  await dialog(page, 'Add or remove labels').waitFor();
  await page.keyboard.type('brand-new');
  await page.getByRole('option', { name: 'Add brand-new' }).click();
  await has(5, ({ labels }) => labels.includes('brand-new'));
  // While the dialog is there, Escape closes that.
  await dialog(page, 'Add or remove labels').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await bar(page).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await isAsBefore();
});

test('hundreds are closed in one go, undone in one go, and seen from the terminal and in the list', async () => {
  const page = await browser.visit(scene.cw, { path: '/tasks?group=none' });
  await page.getByText(`${count} tasks`, { exact: false }).first().waitFor();
  await page.getByRole('grid', { name: 'Tasks' }).click({ position: { x: 5, y: 5 }, modifiers: ['Control'] });
  await page.keyboard.press('Control+a');
  await bar(page).getByText(`${count} selected`).waitFor();
  await page.keyboard.press('s');
  await dialog(page, 'Set the state').getByRole('option', { name: 'Done', exact: true }).click();
  await page.getByText(`Show ${count} done`).waitFor();
  await has(count, ({ state }) => state === 'done');
  await bar(page).getByText(`${count} selected`).waitFor();
  await page.keyboard.press('Escape');
  await bar(page).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+a');
  await bar(page).getByText(`${count} selected`).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await taskRow(page, 'Task 001').waitFor();
  await isAsBefore();
});

test('what one of them refuses is said by its name, and none is changed', async () => {
  browser.allow(/422/);
  const [first, blocker] = [tasks[0], tasks[1]];
  if (!first || !blocker) throw new Error('there are no tasks');
  await scene.cw.ask('task', 'dep', 'add', first.id, blocker.id);
  const other = tasks[2];
  const page = await browser.visit(scene.cw, { path: '/tasks?group=none&sort=title' });
  for (const task of [first, other]) {
    await page.getByRole('button', { name: `Select ${task?.title}`, exact: true }).click();
  }
  await bar(page).getByRole('button', { name: 'State' }).click();
  const window = dialog(page, 'Set the state');
  await window.getByRole('option', { name: 'Done', exact: true }).click();
  const said = window.getByRole('alert');
  await said.getByText(`“${first.title}”`).waitFor();
  expect(await said.textContent()).toContain('Nothing was written.');
  expect((await allTasks()).some(({ state }) => state === 'done')).toBe(false);
  await window.getByRole('option', { name: /^Done anyway/ }).click();
  await has(2, ({ state }) => state === 'done');

  browser.allow(/409/);
  await scene.cw.ask('task', 'update', first.id, '--title', 'Changed meanwhile');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page
    .getByText(/Not undone\. “Changed meanwhile” has changed since/)
    .first()
    .waitFor();
  expect((await allTasks()).filter(({ state }) => state === 'done')).toHaveLength(2);
});

test('tasks are deleted after their names were shown, and come back by undo', async () => {
  const page = await browser.visit(scene.cw, { path: '/tasks?group=none&sort=title' });
  const [third, fourth] = [tasks[10], tasks[11]];
  await page.getByRole('button', { name: `Select ${third?.title}`, exact: true }).click();
  await page.getByRole('button', { name: `Select ${fourth?.title}`, exact: true }).click({ modifiers: ['Shift'] });
  await page.keyboard.press('Delete');
  const window = dialog(page, 'Delete 2 tasks?');
  await window.getByText(third?.title ?? '', { exact: true }).waitFor();
  await window.getByRole('button', { name: 'Delete' }).click();
  await taskRow(page, third?.title ?? '').waitFor({ state: 'detached' });
  await eventually(async () => (await allTasks()).length).toBe(count - 2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await taskRow(page, third?.title ?? '').waitFor();
  await isAsBefore();
});

test('a finger selects, and agents are given work', async () => {
  const page = await browser.visit(scene.cw, { path: '/tasks?group=none&sort=title', width: 390 });
  const task = tasks[20];
  await page.getByRole('button', { name: `Select ${task?.title}`, exact: true }).tap();
  await bar(page).getByRole('button', { name: 'Assign to agents' }).tap();
  await dialog(page, 'Assign to agents').getByRole('option', { name: 'Whoever is free' }).tap();
  await page.getByText('1 task: on the queue').first().waitFor();
  const isAssigned = async () =>
    (await scene.cw.events()).some(({ type, entity }) => type === 'task.assigned' && entity === task?.id);
  await eventually(isAssigned).toBe(true);
});
