import { assign, createTask } from '@cw/app/e2e';
import { gate, pauseUntil, result, tool } from '@cw/testkit';
import { expect, test } from 'vitest';
import { findingsInBothThemes } from './harness/axe.ts';
import { eventually } from './harness/browser.ts';
import { claudeScene } from './harness/scene.ts';
import { dialog, taskPanel } from './harness/screens.ts';

const { scene, model } = claudeScene();
const { browser } = scene;
const done = result({ status: 'done', summary: 's' });

test('a message to an agent is shown as sent, and as delivered once the agent has it', async () => {
  const [first, second] = [gate(), gate()];
  let [heard, followed] = ['', ''];
  model.when('Listens', [
    pauseUntil(first.opened),
    tool('Bash', { command: 'true' }),
    pauseUntil(second.opened),
    (request) => {
      heard = JSON.stringify(request.messages);
      return done;
    },
    (request) => {
      followed = request.lastText;
      return done;
    },
  ]);
  const task = await createTask(scene.cw, 'Listens');
  await assign(scene.cw, task);
  await scene.cw.until(task.id, ({ state }) => state === 'in-progress');
  const [run] = await scene.cw.runsOf(task.id);
  const page = await browser.visit(scene.cw, { path: `/runs/${run?.id}`, width: 390 });
  await page.getByRole('textbox', { name: 'A message to the agent' }).fill('Prefer blue.');
  await page.getByRole('button', { name: 'Send the message' }).tap();
  const sent = page.getByRole('list', { name: 'Messages to the agent' });
  await sent.getByText('Prefer blue.').waitFor();
  expect(await findingsInBothThemes(page, 'run-message')).toEqual([]);
  first.open();
  await sent.getByText('Delivered').waitFor();
  second.open();
  await scene.cw.until(task.id, ({ status }) => status === 'closed');
  expect(heard).toContain('Prefer blue.');

  await page.getByRole('textbox', { name: 'A follow-up in the same conversation' }).fill('Now red.');
  await page.getByRole('button', { name: 'Send the follow-up' }).tap();
  await page.getByText('continues in the same conversation').first().waitFor();
  await scene.cw.until(task.id, ({ status }) => status === 'closed' && followed !== '');
  expect(followed).toContain('Now red.');
});

test('a task is taken over with its worktree and command, and handed back with a note', async () => {
  const never = gate();
  let heard = '';
  model.when('Taken over', [
    tool('Bash', { command: 'echo begun > begun.txt' }),
    pauseUntil(never.opened),
    (request) => {
      heard = JSON.stringify(request.messages);
      return done;
    },
  ]);
  const task = await createTask(scene.cw, 'Taken over');
  await assign(scene.cw, task);
  await scene.cw.until(task.id, ({ state }) => state === 'in-progress');
  const [run] = await scene.cw.runsOf(task.id);
  const page = await browser.visit(scene.cw, { path: `/runs/${run?.id}` });
  await page.getByRole('log', { name: 'Run log' }).getByText('begun.txt').first().waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Take over…' }).click();
  await dialog(page, 'Take this task over?').getByRole('button', { name: 'Take it over' }).click();
  const taken = dialog(page, 'Taken over');
  await taken.getByText('The agent has ended').waitFor();
  await taken.getByText(/^cd .*--resume/).waitFor();
  expect(await findingsInBothThemes(page, 'taken-over')).toEqual([]);
  await taken.getByRole('button', { name: 'Close' }).first().click();

  await page.goto(new URL(`/tasks/${task.id}`, page.url()).href);
  const held = taskPanel(page).getByRole('region', { name: 'Taken over' });
  await held.getByRole('textbox').fill('I tidied up.');
  expect(await findingsInBothThemes(page, 'handing-back')).toEqual([]);
  await held.getByRole('button', { name: 'Hand it back' }).click();
  await scene.cw.until(task.id, ({ status }) => status === 'closed');
  never.open();
  expect(heard).toContain('I tidied up.');
});

test('a task is cancelled with what depends on it, and all of it comes back by undo', async () => {
  const first = await createTask(scene.cw, 'Comes first');
  const second = await createTask(scene.cw, 'Comes second', { needs: [first.id] });
  const page = await browser.visit(scene.cw, { path: `/tasks/${first.id}` });
  await taskPanel(page).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Cancel the task…' }).click();
  const asked = dialog(page, 'Cancel this task?');
  await asked.getByText('Comes second').waitFor();
  await asked.getByRole('checkbox').click();
  expect(await findingsInBothThemes(page, 'cancel-with-dependents')).toEqual([]);
  await asked.getByRole('button', { name: 'Cancel 2 tasks' }).click();
  await eventually(async () => (await scene.cw.task(second.id)).outcome).toBe('cancelled');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  for (const { id } of [first, second]) await scene.cw.until(id, ({ status }) => status === 'open');
});
