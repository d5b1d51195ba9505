import { assign, createTask } from '@cw/app/e2e';
import { result, tool } from '@cw/testkit';
import { expect, test } from 'vitest';
import { findingsInBothThemes } from './harness/axe.ts';
import { claudeScene } from './harness/scene.ts';
import { dialog, taskPanel, taskRow } from './harness/screens.ts';

const { scene, model } = claudeScene();
const { browser } = scene;

test('a question is answered where the task asks it, and the agent goes on in its conversation', async () => {
  model.when('Pick a colour', [
    tool('Bash', { command: 'echo red > colour.txt && git add -A && git commit -qm "feat: a colour"' }),
    result({ status: 'needs-input', summary: 's', question: 'Red or blue?' }),
    result({ status: 'done', summary: 'It is blue now.' }),
  ]);
  const task = await createTask(scene.cw, 'Pick a colour');
  await assign(scene.cw, task);
  await scene.cw.until(task.id, ({ status }) => status === 'blocked');
  const [first] = await scene.cw.runsOf(task.id);
  const page = await browser.visit(scene.cw, { path: `/runs/${first?.id}` });
  await page.getByRole('button', { name: 'Try it again' }).click();
  await dialog(page, 'Try this task again?').getByLabel('For the agent').waitFor();
  expect(await findingsInBothThemes(page, 'try-again')).toEqual([]);
  await page.goto(new URL('/', page.url()).href);
  await taskRow(page, 'Pick a colour').click();
  const panel = taskPanel(page);
  await panel.getByText('Red or blue?').first().waitFor();
  // The item has the ways on: none of them stands there twice.
  await panel.getByRole('textbox', { name: 'Text with your answer' }).fill('Blue, please.');
  expect(await panel.getByRole('button', { name: /^(Try it again|Assign)$/ }).count()).toBe(0);
  await panel.getByRole('button', { name: 'Answer', exact: true }).click();
  await scene.cw.until(task.id, ({ status }) => status === 'closed');
  await panel.getByText('resumed by the next attempt').waitFor();
  await panel.getByRole('region', { name: 'Result' }).getByText('It is blue now.').waitFor();
  await panel.getByRole('region', { name: 'Result' }).getByText('colour.txt').waitFor();
  const runs = await scene.cw.runsOf(task.id);
  const last = runs.find(({ attempt }) => attempt === 2);
  expect(last).toMatchObject({ outcome: 'done', note: 'Blue, please.', resumes: expect.stringMatching(/^rn_/) });

  await page.goto(new URL(`/runs/${last?.id}`, page.url()).href);
  await page.getByText('It was told: Blue, please.').waitFor();
  expect(await page.getByRole('button', { name: 'Try it again' }).count()).toBe(0);
});
