import { assign, createTask } from '@cw/app/e2e';
import { gate, result, tool, withTokens } from '@cw/testkit';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { claudeScene } from './harness/scene.ts';

const { scene, model } = claudeScene({ permissions: 'accept-edits' });

const row = (page: Page, title: string | RegExp) =>
  page.getByRole('list', { name: 'Inbox' }).getByRole('link', { name: title });
const panelOf = (page: Page) => page.getByRole('region', { name: 'Item', exact: true });
const commit = (file: string) =>
  tool('Bash', { command: `echo x > ${file} && git add ${file} && git commit -qm 'feat: ${file}'` });

test('one task is allowed, answered, told otherwise and handed off from a phone, with a restart in the middle', async () => {
  scene.browser.allow(/ERR_CONNECTION_(REFUSED|RESET)|WebSocket connection to .* failed/);
  const redirected = gate();
  let heard = '';
  model.when('Paint the fence', async (request) => {
    heard += JSON.stringify(request.messages);
    if (request.prompt.includes('an earlier attempt handed it over to you')) {
      return request.turn === 0 ? commit('second.txt') : result({ status: 'done', summary: 'Painted.' });
    }
    if (request.messages.some((entry) => /Your context is \d+ % full/.test(entry.text))) {
      return result({ status: 'handoff', summary: 'One side is painted, the other is left.' });
    }
    if (request.turn === 0) return commit('first.txt');
    if (request.turn === 1) return tool('mcp__cw__ask', { question: 'Which colour?', options: ['Red', 'Green'] });
    if (request.turn === 2) await redirected.opened;
    return withTokens(tool('Read', { file_path: 'a.txt' }), { input: request.turn > 3 ? 600_000 : 1_000 });
  });
  const task = await createTask(scene.cw, 'Paint the fence');
  await assign(scene.cw, task);
  const page = await scene.browser.visit(scene.cw, { width: 390 });
  await page.getByRole('navigation', { name: 'Main, narrow' }).getByRole('link', { name: 'Inbox' }).tap();

  await row(page, /wants to run a command.*echo x > first/).tap();
  await panelOf(page).getByRole('button', { name: 'Always allow this in the project', exact: true }).tap();
  await panelOf(page).getByText('The agent got the answer').waitFor();
  await panelOf(page).getByRole('button', { name: 'Back to the list' }).tap();

  await row(page, 'Which colour?').waitFor();
  const { port } = scene.server;
  await scene.server.kill();
  await page.getByText('Not live.').waitFor();
  scene.server = await scene.cw.serve({ port });
  await row(page, 'Which colour?').tap();
  await panelOf(page).getByRole('button', { name: 'Green', exact: true }).tap();
  await panelOf(page).getByRole('button', { name: 'Answer', exact: true }).tap();
  await panelOf(page).getByText('The agent got the answer').waitFor();

  const [run] = await scene.cw.runsOf(task.id);
  await page.goto(new URL(`/runs/${run?.id}`, page.url()).href);
  await page.getByRole('textbox', { name: 'A message to the agent' }).fill('Leave the gate out.');
  await page.getByRole('button', { name: 'Send the message' }).tap();
  const sent = page.getByRole('list', { name: 'Messages to the agent' });
  await sent.getByText('Leave the gate out.').waitFor();
  redirected.open();
  const own = sent.getByRole('listitem').filter({ hasText: 'Leave the gate out.' });
  await own.getByText('Delivered').waitFor();

  await page.getByRole('navigation', { name: 'Main, narrow' }).getByRole('link', { name: 'Inbox' }).tap();
  await row(page, /wants to run a command.*echo x > second/).tap();
  await panelOf(page).getByRole('button', { name: 'Allow this once', exact: true }).tap();
  expect(await scene.cw.until(task.id, ({ status }) => status === 'closed')).toMatchObject({ outcome: 'done' });
  expect(heard).toContain('Green');
  expect(heard).toContain('Leave the gate out.');
  const runs = (await scene.cw.runsOf(task.id)).toSorted((a, b) => a.attempt - b.attempt);
  expect(runs.map(({ outcome }) => outcome)).toEqual(['handoff', 'done']);
  expect(await scene.repo.subjects('cw/next')).toEqual(expect.arrayContaining(['feat: first.txt', 'feat: second.txt']));
});
