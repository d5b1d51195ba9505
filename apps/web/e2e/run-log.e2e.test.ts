import { rm } from 'node:fs/promises';
import { addProject, assign, committing, createTask, isSettled } from '@cw/app/e2e';
import { expect, test } from 'vitest';
import { findingsInBothThemes } from './harness/axe.ts';
import { eventually } from './harness/browser.ts';
import { answered, called, type PrintingAgent, said, thought, usePrintingAgent } from './harness/printing-agent.ts';
import { browserScene } from './harness/scene.ts';
import { dialog, runLog } from './harness/screens.ts';

const count = 20_000;
const secret = `${'AKIA'}ABCDEFGHIJKLMNOP`;
const many = Array.from({ length: count }, (_, n) => said(`Step ${n} of the work ${'.'.repeat(n % 90)}`));
many[9_000] = said('Here is the needle in the hay');
const last = [
  thought('A long thought\nwith a second line'),
  called('e1', 'Edit', { file_path: 'src/a.ts', old_string: 'let a = 1', new_string: 'let a = 2' }),
  answered('e1', 'ok'),
  called('t1', 'Task', { description: 'Look around', prompt: 'Look around in src' }),
  said('The helper looks around', { parent_tool_use_id: 't1' }),
  answered('t1', 'nothing there'),
  called('b1', 'Bash', { command: `echo ${secret}` }),
  answered('b1', `Exit code 1\n\u001b[31mred\u001b[0m abc\u202egnp <b>bold</b>`, true),
];

let agent: PrintingAgent;
const scene = browserScene({
  fill: async ({ cw, repo }) => {
    await addProject(cw, repo, '--check', 'true');
    await cw.set('orchestrator.maxAttempts', '1');
    agent = await usePrintingAgent(cw, [...many, ...last].join(''), said('It goes on').repeat(3));
  },
});

test('a long log opens at its end, is searched and read anywhere, and goes on', async () => {
  const { cw, browser } = scene;
  const task = await createTask(cw, 'Write a long log');
  await assign(cw, task);
  await eventually(async () => (await cw.runsOf(task.id))[0]?.step).toBe('running');
  const [run] = await cw.runsOf(task.id);
  const page = await browser.visit(cw, { path: `/runs/${run?.id}` });
  const log = runLog(page);

  await log.getByText('echo [an AWS access key, hidden]').waitFor();
  await log.getByText('red abc\\u202egnp <b>bold</b>').waitFor();
  await log.getByText('The helper looks around').waitFor();
  expect(await log.getByText('Step 0 of the work').count()).toBe(0);
  await page.getByRole('complementary', { name: 'About this run' }).getByText('Files edited 1').waitFor();

  await log.getByRole('button', { name: 'Raw line' }).last().focus();
  await page.keyboard.press('Enter');
  await dialog(page, 'Raw line').getByText('"tool_use_id":"b1"').waitFor();
  expect(await dialog(page, 'Raw line').textContent()).not.toContain(secret);
  await page.keyboard.press('Escape');

  await page.getByLabel('Search the log').fill('NEEDLE in');
  await page.keyboard.press('Enter');
  await log.getByText('Here is the needle').waitFor();
  await page.getByRole('search').getByText('1 of 1').waitFor();
  await log.getByText('Step 8999 of').waitFor();
  await log.getByText('Step 9001 of').waitFor();
  expect(await findingsInBothThemes(page, 'run-log')).toEqual([]);

  await log.evaluate((element) => element.scrollTo({ top: 0 }));
  await log.getByText('Step 0 of the work').waitFor();

  agent.finish();
  await cw.until(task.id, isSettled);
  await page.getByRole('button', { name: /new lines/ }).click();
  await log.getByText('It goes on').last().waitFor();
  await log.getByText('All done.').waitFor();
});

test('attempts are told by what they did when, and compared; a log that is gone is said to be', async () => {
  const { cw, browser } = scene;
  const script = `[ -e ../begun ] || { touch ../begun; exit 3; }; ${committing('b.txt')}`;
  const task = await createTask(cw, 'Do it the second time', { script });
  await assign(cw, task);
  await cw.until(task.id, isSettled);
  const [first] = await cw.runsOf(task.id);
  await cw.ask('run', 'retry', first?.id ?? '', '--fresh');
  await cw.until(task.id, ({ status }) => status === 'closed');
  const second = (await cw.runsOf(task.id)).find(({ attempt }) => attempt === 2);

  const page = await browser.visit(cw, { path: `/runs/${second?.id}` });
  await page.getByText(/^waiting .*, running .*, merging /).waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Compare attempts' }).click();
  const compared = dialog(page, 'Compare attempts');
  await compared.getByRole('row', { name: 'Outcome Failed Done' }).waitFor();
  await compared.getByRole('listitem').filter({ hasText: 'b.txt' }).waitFor();
  expect(await findingsInBothThemes(page, 'compare-attempts')).toEqual([]);
  await page.keyboard.press('Escape');

  await rm(second?.logDir ?? '', { recursive: true });
  browser.allow(/404/);
  await page.reload();
  await page.getByText(`The log of run ${second?.id} is no longer on disk`).waitFor();
  await page.getByRole('heading', { name: 'The log is gone' }).waitFor();
  await page.getByRole('button', { name: 'Compare attempts' }).waitFor();
});
