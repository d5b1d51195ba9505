import { addProject, assign, createTask } from '@cw/app/e2e';
import { expect, test } from 'vitest';
import { findingsInBothThemes } from './harness/axe.ts';
import { browserScene } from './harness/scene.ts';

const scene = browserScene({
  fill: async ({ cw, repo }) => {
    await addProject(cw, repo, '--check', 'true');
    await cw.set('agents.stallShownAfter', '1');
    await cw.set('agents.stallAskedAfter', '0');
    await cw.set('agents.stallEndedAfter', '0');
  },
});

test.each([1440, 390] as const)('a run of which nothing is heard is shown as stalled, %d wide', async (width) => {
  const { cw, browser } = scene;
  const task = await createTask(cw, `Silent at ${width}`, { script: 'echo begun; exec sleep 600' });
  await assign(cw, task);
  const page = await browser.visit(cw, { width, path: '/runs', patience: 60_000 });
  const line = page.getByRole('list', { name: 'Runs' }).getByRole('link', { name: task.title });
  await line.getByRole('img', { name: 'In progress' }).waitFor();
  await line.click();
  await page.getByText('The agent has been silent for').waitFor();
  await page.getByRole('main').getByText('Stalled', { exact: true }).first().waitFor();
  expect(await findingsInBothThemes(page, 'stalled-run')).toEqual([]);
  const [run] = await cw.runsOf(task.id);
  await cw.ask('run', 'stop', run?.id ?? '');
  await page.getByRole('main').getByText('Stopped', { exact: true }).first().waitFor();
  expect(await page.getByText('The agent has been silent').count()).toBe(0);
});
