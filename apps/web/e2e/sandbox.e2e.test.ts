import { addProject, assign, createTask, isSettled } from '@cw/app/e2e';
import { waitFor } from '@cw/testkit';
import { test } from 'vitest';
import { browserScene } from './harness/scene.ts';

const scene = browserScene({ fill: ({ cw, repo }) => addProject(cw, repo) });
const { browser } = scene;

type Health = { readonly sandbox: { readonly works: boolean | null; readonly noNetwork: string | null } };

/** What there is for agents where the test runs. */
async function findSandbox() {
  return waitFor(async () => {
    const { works, noNetwork } = (await scene.cw.ask<Health>('health')).sandbox;
    return works !== null && { works, hasNetwork: works && noNetwork === null };
  });
}

type Page = Awaited<ReturnType<typeof browser.visit>>;
type Choice = {
  readonly key: string;
  readonly value: string /** What the setting says first. */;
  readonly note: string;
};

/** Chooses a value in the settings. */
async function choose(page: Page, { key, value, note }: Choice): Promise<void> {
  await page.goto(new URL('/settings', page.url()).href);
  const setting = page.locator('form').filter({ has: page.getByText(key, { exact: true }) });
  await setting.getByText(note).waitFor();
  await setting.getByRole('combobox').selectOption(value);
  await setting.getByText('From the workspace').waitFor();
}

/** Has a task done, and looks at its run; where it waits for walls, at what it waits for. */
async function seeTask(page: Page, title: string, expected: { readonly run: string } | { readonly waits: string }) {
  const task = await createTask(scene.cw, title, { script: 'true' });
  await assign(scene.cw, task);
  if ('run' in expected) {
    await scene.cw.until(task.id, isSettled);
    const [run] = await scene.cw.runsOf(task.id);
    await page.goto(new URL(`/runs/${run?.id}`, page.url()).href);
    await page.getByText(expected.run, { exact: true }).waitFor();
  } else {
    await page.goto(new URL(`/tasks/${task.id}`, page.url()).href);
    await page.getByText(expected.waits).first().waitFor();
  }
}

test('whether agents are kept in a sandbox, and in a private network, is seen in the settings, in health, and on the run or on what waits', async () => {
  const { works, hasNetwork } = await findSandbox();
  const page = await browser.visit(scene.cw, { path: '/settings' });
  const note = works ? 'It works on this machine.' : 'It does not work on this machine';
  await choose(page, { key: 'agents.sandbox', value: 'on', note });
  await seeTask(page, 'Stay inside', works ? { run: 'Sandboxed' } : { waits: 'agents.sandbox' });
  const networkNote = works && !hasNetwork ? 'A private network does not work on this machine' : note;
  await choose(page, { key: 'agents.sandboxNetwork', value: 'private', note: networkNote });
  const waits = works ? 'agents.sandboxNetwork' : 'agents.sandbox';
  await seeTask(page, 'Stay alone', hasNetwork ? { run: 'Sandboxed, with a private network' } : { waits });
  await page.goto(new URL('/health', page.url()).href);
  await page.getByText(works ? 'Works here' : 'Does not work here:').waitFor();
  await page.getByText('asked for (agents.sandbox)').waitFor();
  if (works) await page.getByText(hasNetwork ? 'Private networks work' : 'Private networks do not work').waitFor();
});
