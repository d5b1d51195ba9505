import { addProject, assign, createTask } from '@cw/app/e2e';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { type BlackHole, openBlackHole } from './harness/black-hole.ts';
import { eventually, isLive } from './harness/browser.ts';
import { type PrintingAgent, said, usePrintingAgent } from './harness/printing-agent.ts';
import { browserScene } from './harness/scene.ts';
import { mark, runLog, taskRow } from './harness/screens.ts';

const meanwhile = 19_000;
let agent: PrintingAgent;
const scene = browserScene({
  each: true,
  fill: async ({ cw, repo }) => {
    await addProject(cw, repo, '--check', 'true');
    await cw.set('orchestrator.maxAttempts', '1');
    const lines = Array.from({ length: meanwhile }, (_, n) => said(`Written meanwhile, number ${n}`));
    agent = await usePrintingAgent(cw, said('Written before'), lines.join(''));
  },
});

/** Within which a page says that it is not live, whatever happened to its connections; ms. */
const notLiveWithin = 25_000;

async function visitOver(hole: BlackHole, path?: string): Promise<Page> {
  const visit = { patience: 60_000, proxy: hole.proxy };
  return scene.browser.visit(scene.cw, path === undefined ? visit : { ...visit, path });
}

async function openHole(): Promise<BlackHole> {
  const hole = await openBlackHole();
  onTestFinished(() => hole[Symbol.asyncDispose]());
  return hole;
}

/** A page on the log of a run that has written one line and goes on when the agent is told to. */
async function followRun(hole: BlackHole): Promise<Page> {
  const task = await createTask(scene.cw, 'Write a long log');
  await assign(scene.cw, task);
  await eventually(async () => (await scene.cw.runsOf(task.id))[0]?.step).toBe('running');
  const [run] = await scene.cw.runsOf(task.id);
  const page = await visitOver(hole, `/runs/${run?.id}`);
  await runLog(page).getByText('Written before').waitFor();
  return page;
}

const notLive = (page: Page) => page.getByText('Not live.');
const lastLine = (page: Page) => runLog(page).getByText(`Written meanwhile, number ${meanwhile - 1}`);

test('a page whose connections die without a word says so, and its log catches up when the link is back', async () => {
  scene.browser.allow(/WebSocket connection to .* failed|ERR_/);
  const hole = await openHole();
  const page = await followRun(hole);
  const isSamePage = await mark(page);
  hole.swallow();
  agent.finish();
  await notLive(page).waitFor({ timeout: notLiveWithin });
  expect(await lastLine(page).count()).toBe(0);
  hole.pass();
  await lastLine(page).waitFor();
  await page.getByRole('main').getByText('Done', { exact: true }).first().waitFor();
  await isLive(page);
  expect(await notLive(page).count()).toBe(0);
  expect(await isSamePage()).toBe(true);
});

test('a read that never gets its answer is given up, and the log is read on', async () => {
  const hole = await openHole();
  const page = await followRun(hole);
  hole.swallowAnswersTo('GET /api/trpc/runs.log?');
  agent.finish();
  await eventually(() => hole.swallowed()).toBeGreaterThan(0);
  await createTask(scene.cw, 'Others go on');
  await notLive(page).waitFor({ timeout: notLiveWithin });
  hole.pass();
  await lastLine(page).waitFor();
  await isLive(page);
});

test('an answer to a list that never comes leaves the page not live until the list was read', async () => {
  const hole = await openHole();
  const page = await visitOver(hole);
  hole.swallowAnswersTo('tasks.list');
  await createTask(scene.cw, 'Made while answers are lost');
  await notLive(page).waitFor({ timeout: notLiveWithin });
  const before = hole.swallowed();
  await eventually(() => hole.swallowed(), 60_000).toBeGreaterThan(before);
  expect(await notLive(page).count()).toBe(1);
  hole.pass();
  await taskRow(page, 'Made while answers are lost').waitFor();
  await isLive(page);
});
