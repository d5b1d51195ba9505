import { addProject, assign, createTask, isSettled } from '@cw/app/e2e';
import { waitFor } from '@cw/testkit';
import { test } from 'vitest';
import { browserScene } from './harness/scene.ts';

const scene = browserScene({ fill: ({ cw, repo }) => addProject(cw, repo) });
const { browser } = scene;

type Health = { readonly sandbox: { readonly works: boolean | null } };

/** Whether agents can be kept in a sandbox where the test runs. */
async function sandboxWorks(): Promise<boolean> {
  const found = await waitFor(async () => {
    const { works } = (await scene.cw.ask<Health>('health')).sandbox;
    return works !== null && { works };
  });
  return found.works;
}

test('whether agents are kept in a sandbox is seen in the settings, in health, and on the run or on what waits', async () => {
  const works = await sandboxWorks();
  const page = await browser.visit(scene.cw, { path: '/settings' });
  const setting = page.locator('form').filter({ has: page.getByText('agents.sandbox', { exact: true }) });
  await setting.getByText(works ? 'It works on this machine.' : 'It does not work on this machine').waitFor();
  await setting.getByRole('combobox').selectOption('on');
  await setting.getByText('From the workspace').waitFor();

  const task = await createTask(scene.cw, 'Stay inside', { script: 'true' });
  await assign(scene.cw, task);
  if (works) {
    await scene.cw.until(task.id, isSettled);
    const [run] = await scene.cw.runsOf(task.id);
    await page.goto(new URL(`/runs/${run?.id}`, page.url()).href);
    await page.getByText('Sandboxed', { exact: true }).waitFor();
  } else {
    await page.goto(new URL(`/tasks/${task.id}`, page.url()).href);
    await page.getByText('agents.sandbox').first().waitFor();
  }
  await page.goto(new URL('/health', page.url()).href);
  await page.getByText(works ? 'Works here' : 'Does not work here:').waitFor();
  await page.getByText('asked for (agents.sandbox)').waitFor();
});
