import { type Gate, gate, pauseUntil, result, text, tool } from '@cw/testkit';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findingsInBothThemes } from './harness/axe.ts';
import { eventually, isLive } from './harness/browser.ts';
import { claudeScene } from './harness/scene.ts';
import { dialog, mark, runLog, taskPanel, taskRow } from './harness/screens.ts';

const check = `node -e 'console.log("looked at " + require("node:fs").readFileSync("greeting.txt", "utf8"))'`;

const { scene, model } = claudeScene({ files: { 'AGENTS.md': 'Write short sentences.\n' }, check });
const { browser } = scene;

/** An agent that waits twice for the test, writes a file and proposes what to do next. */
function scriptAgent(title: RegExp, pauses: readonly [Gate, Gate]): void {
  model.when(title, [
    [text('I look **around** first.'), tool('Bash', { command: 'echo "the first step"' })],
    pauseUntil(pauses[0].opened),
    tool('Bash', { command: 'echo "the second step"' }),
    pauseUntil(pauses[1].opened),
    tool('Write', { file_path: 'greeting.txt', content: 'hello\n' }),
    tool('Bash', { command: 'echo hello > greeting.txt; git add -A && git commit -qm "feat: greet"' }),
    result({
      ...{ status: 'done', summary: 'It greets now.', deviations: ['Kept it short.'] },
      followUps: [{ title: 'Greet in French', description: 'Bonjour.' }],
    }),
  ]);
}

async function createAndAssign(page: Page, title: string): Promise<void> {
  await page.keyboard.press('c');
  const form = dialog(page, 'New task');
  await form.getByLabel('Title').fill(title);
  await form.getByLabel('Description').fill('Write `greeting.txt`.');
  await form.getByRole('checkbox', { name: 'Assign now' }).check();
  await form.getByRole('button', { name: 'Create task' }).click();
  await form.waitFor({ state: 'detached' });
}

const linesOf = (page: Page) => runLog(page).textContent();

test('a task made and assigned in the dashboard is followed until it is merged', async () => {
  const pauses = [gate(), gate()] as const;
  scriptAgent(/Say hello/, pauses);
  const page = await browser.visit(scene.cw);
  const isSamePage = await mark(page);
  await createAndAssign(page, 'Say hello');

  await taskRow(page, 'Say hello').click();
  await taskPanel(page).getByRole('link', { name: 'Open run' }).click();
  const log = runLog(page);
  await log.getByText('echo "the first step"').waitFor();
  await eventually(() => linesOf(page)).toContain('I look around first.');
  expect(await linesOf(page)).not.toContain('the second step');
  await page.getByRole('main').getByText('Running', { exact: true }).first().waitFor();

  pauses[0].open();
  await log.getByText('echo "the second step"').waitFor();
  expect(await isSamePage()).toBe(true);

  await eventually(() => linesOf(page)).not.toContain('running');
  const before = await linesOf(page);
  await page.reload();
  await isLive(page);
  await log.getByText('echo "the second step"').waitFor();
  await eventually(() => linesOf(page)).toBe(before);
  const isStillSamePage = await mark(page);

  pauses[1].open();
  await log.getByText('feat: greet').waitFor();
  await page.getByText('It greets now.').first().waitFor();
  await page.getByRole('complementary').getByText('Merged', { exact: true }).waitFor({ timeout: 30_000 });

  await page.getByRole('main').getByRole('link', { name: 'Say hello' }).first().click();
  await taskPanel(page).getByText('Done', { exact: true }).waitFor();
  expect(await isStillSamePage()).toBe(true);
  expect(await scene.repo.show('cw/next', 'greeting.txt')).toBe('hello\n');
});

test('the merge shows what its check wrote', async () => {
  const page = await browser.visit(scene.cw, { path: '/merges' });
  await page.getByRole('link', { name: /Say hello/ }).click();
  const panel = page.getByRole('region', { name: 'Merge request' });
  await panel.getByText('passed', { exact: true }).first().waitFor();
  await panel.getByRole('button', { name: /show the output/ }).click();
  const output = page.getByRole('dialog').getByRole('region', { name: 'Output' });
  await eventually(() => output.textContent()).toContain('looked at hello');
  await page.keyboard.press('Escape');
  await output.waitFor({ state: 'detached' });
  expect(await panel.isVisible()).toBe(true);
});

test('a run shows what its agent was given and what it cost', async () => {
  const page = await browser.visit(scene.cw, { path: '/runs' });
  await page.getByRole('link', { name: /Say hello/ }).click();
  const rail = page.getByRole('complementary', { name: 'About this run' });
  await rail.getByText('Kept it short.').waitFor();
  await rail.getByRole('button', { name: 'Prompt' }).click();
  await eventually(() => dialog(page, 'Prompt').textContent()).toContain('Write `greeting.txt`.');
  await page.keyboard.press('Escape');
  await rail.getByRole('button', { name: 'AGENTS.md' }).click();
  await eventually(() => page.getByRole('dialog').textContent()).toContain('Write short sentences.');
  await page.keyboard.press('Escape');
  expect(
    await page
      .getByRole('main')
      .getByText(/^<?\$\d/)
      .first()
      .isVisible(),
  ).toBe(true);
  expect(await findingsInBothThemes(page, 'run-of-claude')).toEqual([]);
});

test('a follow-up becomes a task when a person accepts it', async () => {
  const page = await browser.visit(scene.cw);
  await page.getByRole('button', { name: /^Done/ }).click();
  await taskRow(page, 'Say hello').click();
  const proposals = taskPanel(page).getByRole('listitem').filter({ hasText: 'Greet in French' });
  await proposals.getByRole('button', { name: 'Accept' }).click();
  await proposals.getByText(/^Accepted/).waitFor();
  await taskRow(page, 'Greet in French').waitFor();
  await proposals.getByRole('link', { name: 'Open the task' }).click();
  await taskPanel(page)
    .getByRole('heading', { name: /Greet in French/ })
    .waitFor();
  await taskPanel(page).getByText('Bonjour.').waitFor();
});
