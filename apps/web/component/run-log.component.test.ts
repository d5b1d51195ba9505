import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually } from '../e2e/harness/browser.ts';
import { runLog } from '../e2e/harness/screens.ts';
import { buildTask } from '../src/data/testing.ts';
import { answersWith } from './harness/sample-answers.ts';
import { scriptedPages } from './harness/scripted-pages.ts';
import { buildRun, type ScriptedLog, scriptedLog } from './harness/scripted-run.ts';

const pages = scriptedPages();

const task = buildTask({ id: 'tk_alpha0000000', title: 'Alpha', projectId: 'pr_sample000000' });
const run = buildRun({ id: 'rn_alpha0000000', taskId: task.id });

/** A page on the end of a run's log of so many lines. */
async function openLog(lines: number) {
  const log = scriptedLog();
  log.write(lines);
  const more = {
    runs: {
      ...log.answers,
      show: () => run,
      list: () => ({ items: [run], total: 1, nextCursor: null }),
      prompt: () => ({ prompt: '' }),
      inputs: () => ({ items: [], total: 0, nextCursor: null }),
    },
    dispatch: { messages: () => ({ items: [], total: 0, nextCursor: null }), spans: () => ({ items: [] }) },
    messages: { threads: () => ({ items: [], total: 0, nextCursor: null }) },
  };
  const page = await pages.open(answersWith([task], more), { path: `/runs/${run.id}` });
  await runLog(page)
    .getByText(`Line ${lines - 1} `)
    .waitFor();
  return { page, log };
}

/** What stands at the upper edge of the log, and how much of it is hidden above; pixels. */
function topOf(page: Page) {
  return runLog(page).evaluate((box) => {
    const edge = box.getBoundingClientRect().top;
    const rows = [...box.querySelectorAll('[data-index]')].map((row) => ({ row, place: row.getBoundingClientRect() }));
    const first = rows.filter(({ place }) => place.bottom > edge + 1).toSorted((a, b) => a.place.top - b.place.top)[0];
    const line = /Line \d+/.exec(first?.row.textContent ?? '')?.[0];
    return { line, above: Math.round(edge - (first?.place.top ?? 0)) };
  });
}

const isAtEnd = (page: Page) => runLog(page).evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight < 2);

async function scrollUp(page: Page, pixels: number): Promise<void> {
  await runLog(page).hover();
  await page.mouse.wheel(0, -pixels);
  await page.getByRole('button', { name: /To the end|new line/ }).waitFor();
}

/** Writes lines, and waits until the page says that there are more than it shows. */
async function grow(page: Page, log: ScriptedLog, lines: number, soFar: number): Promise<void> {
  log.write(lines);
  pages.tell({ type: 'run.output', entity: run.id });
  await page.getByRole('button', { name: `${(soFar + lines).toLocaleString('en-US')} new lines` }).waitFor();
}

test('a log is followed at its end, until somebody scrolls up by however little, and again from its end on', async () => {
  const { page, log } = await openLog(1_000);
  let written = 1_000;
  for (const pixels of [10, 40, 47, 200]) {
    await eventually(() => isAtEnd(page)).toBe(true);
    await scrollUp(page, pixels);
    const before = await topOf(page);
    await grow(page, log, 50, 0);
    await grow(page, log, 50, 50);
    written += 100;
    expect([pixels, await topOf(page)]).toEqual([pixels, before]);
    await page.getByRole('button', { name: /new lines/ }).click();
    await runLog(page)
      .getByText(`Line ${written - 1} `)
      .waitFor();
  }
  await eventually(() => isAtEnd(page)).toBe(true);
  log.write(3);
  pages.tell({ type: 'run.output', entity: run.id });
  await runLog(page)
    .getByText(`Line ${written + 2} `)
    .waitFor();
  await eventually(() => isAtEnd(page)).toBe(true);
});

test('somebody who scrolls up in the very moment in which lines come is not taken back', async () => {
  const { page, log } = await openLog(1_000);
  await eventually(() => isAtEnd(page)).toBe(true);
  // When the answer has come and is not drawn yet: the browser tells only later that the box was moved.
  await runLog(page).evaluate((box) => {
    const { text } = Response.prototype;
    Response.prototype.text = async function (this: Response) {
      const read = await text.call(this);
      if (this.url.includes('runs.log?')) {
        Response.prototype.text = text;
        box.scrollTop -= 300;
      }
      return read;
    };
  });
  log.write(20);
  pages.tell({ type: 'run.output', entity: run.id });
  // Whether these are new to the reader depends on which the page hears of first; those after them are.
  await page.getByRole('button', { name: /^(To the end|20 new lines)$/ }).waitFor();
  expect(await isAtEnd(page)).toBe(false);
  log.write(5);
  pages.tell({ type: 'run.output', entity: run.id });
  await page.getByRole('button', { name: /^2?5 new lines$/ }).waitFor();
  expect(await isAtEnd(page)).toBe(false);
});

test('the place of who reads is kept while what is far is dropped, the end is read anew, and the window changes', async () => {
  const { page, log } = await openLog(30_000);
  await scrollUp(page, 700);
  const before = await topOf(page);
  let grown = 0;
  // More than is kept at hand, in pieces that are read one after the other.
  for (let piece = 0; piece < 16; piece += 1) {
    await grow(page, log, 2_000, grown);
    grown += 2_000;
  }
  expect(await topOf(page)).toEqual(before);

  // So much at once that the page does not read all of it, but its end.
  log.write(20_000);
  pages.tell({ type: 'run.output', entity: run.id });
  await eventually(() => runLog(page).evaluate((box) => box.scrollHeight)).toBeGreaterThan(1_000_000);
  await eventually(() => topOf(page)).toEqual(before);

  for (const height of [500, 900, 700]) {
    await page.setViewportSize({ width: 1440, height });
    await eventually(() => topOf(page)).toEqual(before);
  }
  await page.setViewportSize({ width: 1100, height: 700 });
  await eventually(async () => (await topOf(page)).line).toBe(before.line);
});
