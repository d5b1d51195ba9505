import { assign, createTask } from '@cw/app/e2e';
import { result, tool } from '@cw/testkit';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findingsInBothThemes } from './harness/axe.ts';
import { eventually } from './harness/browser.ts';
import { claudeScene } from './harness/scene.ts';
import { dialog, taskPanel } from './harness/screens.ts';

const { scene, model, projectId } = claudeScene({ permissions: 'accept-edits' });
const { browser } = scene;

type Rule = { readonly id: string; readonly pattern: string | null };
const rules = async () => (await scene.cw.ask<{ items: readonly Rule[] }>('rule', 'list')).items;
const rows = (page: Page) => page.getByRole('list', { name: 'Rules' }).getByRole('link');
const panelOf = (page: Page) => page.getByRole('region', { name: 'Rule', exact: true });
const toast = (page: Page, text: string | RegExp) => page.getByText(text).first();

async function begin(title: string, command: string) {
  model.when(title, [tool('Bash', { command }), result({ status: 'done', summary: 's' })]);
  const task = await createTask(scene.cw, title);
  await assign(scene.cw, task);
  return task;
}

test('what was always allowed leads to its rule, which is made wider, removed and brought back by keys', async () => {
  const first = await begin('Allowed always', "npm pkg set a=1 && echo 'a' > a");
  const page = await browser.visit(scene.cw, { path: `/tasks/${first.id}` });
  const item = taskPanel(page).getByRole('region', { name: 'Permission that waits for you' });
  await item.getByRole('button', { name: /^Always/ }).click();
  await page.getByRole('button', { name: 'See the rule' }).click();
  const panel = panelOf(page);
  await panel.getByRole('link', { name: /^Run: npm pkg/ }).click();
  await page.getByRole('region', { name: 'Item', exact: true }).waitFor();
  await page.getByRole('link', { name: /^Bash: npm pkg set a=1/ }).click();
  await scene.cw.until(first.id, ({ status }) => status === 'closed');

  await panel.getByLabel('Pattern').fill('echo greeting *');
  await panel.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Now allowed: Bash: echo greeting *').waitFor();
  const second = await begin('Allowed unasked', 'echo greeting everyone');
  expect((await scene.cw.until(second.id, ({ status }) => status === 'closed')).outcome).toBe('done');

  await rows(page).first().waitFor();
  await page.keyboard.press('Delete');
  await panel.getByText('Removed', { exact: true }).waitFor();
  await eventually(rules).toEqual([]);
  await page.keyboard.press('Control+z');
  await panel.getByRole('button', { name: /^Remove rule/ }).waitFor();
  await eventually(async () => (await rules()).map(({ pattern }) => pattern)).toEqual(['echo greeting *']);
  await scene.cw.ask('rule', 'remove', (await rules())[0]?.id ?? '');
  await panel.getByRole('button', { name: 'Allow it again' }).waitFor();
});

test('a rule is made where the project says what its agents ask, and refused where it is wrong', async () => {
  browser.allow(/the server responded with a status of 4\d\d/);
  const page = await browser.visit(scene.cw, { path: `/projects/${projectId()}` });
  await page.getByText('Edits without asking, asks before commands').waitFor();
  await page.getByRole('link', { name: 'Change', exact: true }).click();
  await page.getByRole('button', { name: 'Add rule' }).first().click();
  const form = dialog(page, 'Add rule');
  await form.getByLabel('Tool').fill('no tool');
  await form.getByLabel('Pattern').fill('*');
  await form.getByRole('button', { name: 'Add rule' }).click();
  await form.getByRole('alert').filter({ hasText: 'not a tool name' }).waitFor();
  await form.getByLabel('Tool').fill('Bash');
  await form.getByText('Any command runs as you, without asking').waitFor();
  await form.getByLabel('Pattern').fill('npm run *');
  await page.keyboard.press('Tab');
  await form.getByRole('button', { name: 'Add rule' }).click();
  await panelOf(page).getByRole('heading', { name: 'Bash: npm run *' }).waitFor();
  await eventually(rules).toMatchObject([{ pattern: 'npm run *', projectId: projectId(), itemId: null }]);

  await page.getByLabel(/agents\.permissions(?!\w)/).selectOption('everything');
  await page.getByText('Agents run any command as you, without asking.').waitFor();
  await page.getByText('so its rules have no effect').waitFor();
  await page.keyboard.press('Control+z');
  await eventually(
    async () =>
      (await scene.cw.ask<{ value: string }>('config', 'get', 'agents.permissions', '--project', 'sample')).value,
  ).toBe('accept-edits');
});

test('a thousand rules are reached by keys, and on a phone one is removed and brought back', async () => {
  // What is written past the commands has no history to be shown.
  browser.allow(/404 \(Not Found\).*events\.list/);
  const { id: first = '' } = (await rules())[0] ?? {};
  await scene.cw.storage().transact(async (tx) => {
    for (let n = 1; n < 1000; n += 1) {
      await tx.run(
        "INSERT INTO permission_rules (id, project_id, tool, pattern, created_by, created_at) VALUES (?, NULL, 'Bash', ?, 'ada', ?)",
        [`ru_${String(n).padStart(12, '0')}`, `npm run case-${n}`, tx.at],
      );
    }
  });
  const page = await browser.visit(scene.cw, { path: `/settings/permissions/${first}` });
  await page.getByText('1,000', { exact: true }).waitFor();
  await page.keyboard.press('End');
  await panelOf(page).getByRole('heading', { name: 'Bash: npm run case-999' }).waitFor();
  expect(await findingsInBothThemes(page, 'permissions-many')).toEqual([]);

  const phone = await browser.visit(scene.cw, { path: `/settings/permissions/${first}`, width: 390 });
  await panelOf(phone)
    .getByRole('button', { name: /^Remove rule/ })
    .tap();
  await panelOf(phone).getByRole('button', { name: 'Allow it again' }).tap();
  await panelOf(phone).getByRole('button', { name: 'Save' }).waitFor();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
});
