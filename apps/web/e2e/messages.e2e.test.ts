import { assign, createTask } from '@cw/app/e2e';
import { gate, pauseUntil, result, tool } from '@cw/testkit';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findingsInBothThemes } from './harness/axe.ts';
import { eventually } from './harness/browser.ts';
import { claudeScene } from './harness/scene.ts';
import { dialog } from './harness/screens.ts';

const { scene, model } = claudeScene();
const { browser } = scene;
const done = result({ status: 'done', summary: 's' });

const row = (page: Page, name: string | RegExp) =>
  page.getByRole('list', { name: 'Threads' }).getByRole('link', { name });
const panelOf = (page: Page) => page.getByRole('region', { name: 'Thread', exact: true });
const unread = (page: Page) => page.getByRole('navigation', { name: /^Main/ }).getByText(/unread message/);
const messages = async () =>
  (await scene.cw.ask<{ items: readonly Record<string, unknown>[] }>('message', 'list', '--all')).items;

test('what an agent writes is seen at once, read by opening it, and answered while the agent works', async () => {
  const [first, second] = [gate(), gate()];
  model.when('Writes to me', [
    tool('mcp__cw__mail_send', { to: 'person', text: 'The tests are **slow** <b>here</b>.' }),
    pauseUntil(first.opened),
    tool('mcp__cw__mail_read', {}),
    pauseUntil(second.opened),
    done,
  ]);
  const page = await browser.visit(scene.cw, { path: '/tasks' });
  const task = await createTask(scene.cw, 'Writes to me');
  await assign(scene.cw, task);
  await unread(page).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('e');
  await row(page, /worker-1/).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const panel = panelOf(page);
  await panel.getByRole('link', { name: /Writes to me/ }).waitFor();
  expect(await panel.locator('strong').textContent()).toBe('slow');
  expect(await panel.locator('article b').count()).toBe(0);
  await unread(page).waitFor({ state: 'detached' });

  await page.keyboard.press('r');
  await page.keyboard.type('Leave them.');
  await panel.getByLabel('Priority').selectOption('P1');
  await panel.getByLabel('Write to worker-1').press('Control+Enter');
  await panel.getByText('Not read yet').waitFor();
  expect(await findingsInBothThemes(page, 'messages-thread')).toEqual([]);
  first.open();
  await panel.getByText(/^(Read|Delivered)/).waitFor();
  await eventually(async () => (await messages())[0]).toMatchObject({
    text: 'Leave them.',
    priority: 'P1',
    taskId: task.id,
  });
  second.open();
  await panel.getByText('has ended; this goes to its agent').waitFor();
  await scene.cw.until(task.id, ({ status }) => status === 'closed');

  await panel.getByRole('link', { name: 'The run' }).click();
  await panel.waitFor({ state: 'detached' });
  await page.getByRole('list', { name: 'Messages' }).getByRole('link').first().click();
  await panel.getByText('Leave them.').waitFor();
});

test('on a phone an agent is written to from its page; who is not known is refused where it was typed', async () => {
  browser.allow(/the server responded with a status of 4\d\d/);
  const page = await browser.visit(scene.cw, { path: '/agents/worker-1', width: 390 });
  await page.getByRole('button', { name: 'Write', exact: true }).tap();
  const form = dialog(page, 'New message');
  expect(await form.getByLabel('To').inputValue()).toBe('worker-1');
  await form.getByLabel('Message').fill('Use the port 8080.');
  await form.getByLabel('Expiry').selectOption('1w');
  const [task] = (await scene.cw.ask<{ items: readonly { id: string; title: string }[] }>('task', 'list', '--all'))
    .items;
  await form.getByRole('button', { name: 'Add the task' }).tap();
  const picker = page.getByRole('dialog', { name: 'Add the task' });
  await picker.getByRole('textbox').fill(task?.id ?? '');
  await picker.getByRole('button', { name: new RegExp(task?.title ?? 'none') }).tap();
  await form.getByText(task?.title ?? 'none').waitFor();
  await form.getByLabel('To').fill('nobody-here');
  await form.getByRole('button', { name: 'Send' }).tap();
  await form.getByRole('alert').filter({ hasText: 'No recipient “nobody-here” found' }).waitFor();
  expect(await findingsInBothThemes(page, 'messages-new')).toEqual([]);
  await form.getByLabel('To').fill('worker-1');
  await form.getByRole('list', { name: 'Possible recipients' }).getByRole('button', { name: 'worker-1' }).tap();
  await form.getByRole('button', { name: 'Send' }).tap();
  await page
    .getByRole('list', { name: 'Messages' })
    .getByRole('link', { name: /Use the port/ })
    .tap();
  await panelOf(page)
    .getByText(/expires/)
    .waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  await eventually(async () => (await messages())[0]).toMatchObject({
    recipient: { kind: 'agent', name: 'worker-1' },
    taskId: task?.id,
  });
});

test('a thousand threads are reached by keys, and what is read stays where it is until another is opened', async () => {
  await scene.cw.storage().transact(async (tx) => {
    const owner = await tx.get<{ id: string }>('SELECT id FROM users ORDER BY n LIMIT 1');
    for (let n = 1; n <= 1000; n += 1) {
      const id = `msg_${String(n).padStart(12, '0')}`;
      await tx.run(
        `INSERT INTO messages (id, thread_id, sender_kind, sender_id, sender_name, recipient_kind, recipient_id, priority, text,
           created_at) VALUES (?, ?, 'agent', 'ag_1', ?, 'person', ?, 2, 'Note', ?)`,
        [id, id, `helper-${n}`, owner?.id ?? '', tx.at],
      );
    }
  });
  const page = await browser.visit(scene.cw, { path: '/inbox/messages?show=unread' });
  await row(page, /helper-1000/).click();
  await panelOf(page)
    .getByRole('heading', { name: /helper-1000/ })
    .waitFor();
  await page.getByRole('radio', { name: 'Messages 999' }).waitFor();
  expect(await row(page, /helper-1000/).count()).toBe(1);
  await page.keyboard.press('j');
  await panelOf(page)
    .getByRole('heading', { name: /helper-999/ })
    .waitFor();
  await row(page, /helper-1000/).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await eventually(async () => {
    await page.keyboard.press('End');
    return row(page, /helper-1$/)
      .or(row(page, /helper-1 /))
      .count();
  }, 60_000).toBe(1);
  expect(await findingsInBothThemes(page, 'messages-many')).toEqual([]);
});

test('what was read is marked as unread by its key, in the thread and in the list', async () => {
  const { id } = await scene.cw.ask<{ id: string }>('message', 'send', 'person', 'For later.');
  const page = await browser.visit(scene.cw, { path: `/inbox/messages/${id}` });
  const named = row(page, /For later/);
  const unreadRow = named.filter({ hasText: 'unread' });
  const readRow = named.filter({ hasNotText: 'unread' });
  await panelOf(page).getByText('For later.').waitFor();
  await readRow.waitFor();
  await page.keyboard.press('u');
  await panelOf(page).waitFor({ state: 'detached' });
  await unreadRow.waitFor();
  await scene.cw.ask('message', 'show', id);
  await readRow.waitFor();
  await page.keyboard.press('u');
  await unreadRow.waitFor();
  await scene.cw.ask('message', 'show', id);
  await readRow.waitFor();
  await scene.cw.ask('message', 'unread', id);
  await unreadRow.waitFor();
});
