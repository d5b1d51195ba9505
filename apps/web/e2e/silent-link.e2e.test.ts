import { addProject, assign, createTask } from '@cw/app/e2e';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { type BlackHole, openBlackHole } from './harness/black-hole.ts';
import { eventually, isLive } from './harness/browser.ts';
import { type PrintingAgent, said, usePrintingAgent } from './harness/printing-agent.ts';
import { browserScene } from './harness/scene.ts';
import { mark, runLog } from './harness/screens.ts';

const meanwhile = 19_000;
let agent: PrintingAgent;
const scene = browserScene({
  fill: async ({ cw, repo }) => {
    await addProject(cw, repo, '--check', 'true');
    await cw.set('orchestrator.maxAttempts', '1');
    const lines = Array.from({ length: meanwhile }, (_, n) => said(`Written meanwhile, number ${n}`));
    agent = await usePrintingAgent(cw, said('Written before'), lines.join(''));
  },
});

/** Within which a page says that it is not live, whatever happened to its connections; ms. */
const notLiveWithin = 25_000;

async function openHole(): Promise<BlackHole> {
  const hole = await openBlackHole();
  onTestFinished(() => hole[Symbol.asyncDispose]());
  return hole;
}

/** A page on the log of a run, over a way that can go bad. */
async function followRun(runId: string | undefined) {
  const hole = await openHole();
  const page = await scene.browser.visit(scene.cw, {
    patience: 60_000,
    proxy: hole.proxy,
    path: `/runs/${runId}`,
  });
  await runLog(page).getByText('Written before').waitFor();
  return { hole, page, isSamePage: await mark(page) };
}

const notLive = (page: Page) => page.getByText('Not live.');
const lastLine = (page: Page) => runLog(page).getByText(`Written meanwhile, number ${meanwhile - 1}`);

/** Waits until all of the log is there and the page is live again, without having been loaded anew. */
async function hasCaughtUp({ page, isSamePage }: Awaited<ReturnType<typeof followRun>>): Promise<void> {
  await lastLine(page).waitFor();
  await page.getByRole('main').getByText('Done', { exact: true }).first().waitFor();
  await isLive(page);
  expect([await notLive(page).count(), await isSamePage()]).toEqual([0, true]);
}

test('a page whose connections die without a word, or that loses one answer, says so and catches up', async () => {
  scene.browser.allow(/WebSocket connection to .* failed|ERR_/);
  const task = await createTask(scene.cw, 'Write a long log');
  await assign(scene.cw, task);
  await eventually(async () => (await scene.cw.runsOf(task.id))[0]?.step).toBe('running');
  const [run] = await scene.cw.runsOf(task.id);
  const [cutOff, unanswered] = [await followRun(run?.id), await followRun(run?.id)];

  cutOff.hole.swallow();
  unanswered.hole.swallowAnswersTo('GET /api/trpc/runs.log?');
  agent.finish();
  const timeout = notLiveWithin;
  await Promise.all([notLive(cutOff.page).waitFor({ timeout }), notLive(unanswered.page).waitFor({ timeout })]);
  expect(unanswered.hole.swallowed()).toBeGreaterThan(0);
  expect(await lastLine(cutOff.page).count()).toBe(0);
  cutOff.hole.pass();
  unanswered.hole.pass();
  await Promise.all([hasCaughtUp(cutOff), hasCaughtUp(unanswered)]);
}, 120_000);
