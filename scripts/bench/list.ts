import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { tempDir } from '@cw/testkit';
import type { Benchmark, Figure } from './harness/benchmark.ts';
import { startChromium, type Tab, until } from './harness/chromium.ts';
import { cw, mustBeBuilt, programs, root, startServer, textOf } from './harness/program.ts';
import { median, quantile } from './harness/statistics.ts';
import { makeFullWorkspace, manyCount } from './many-tasks.ts';

const rounds = 7;
const writes = 100;
const limits = { usable: 1000, longTask: 50, memory: 150, median: 50, worst: 200, script: 200 } as const;
const allThere = `document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === '${manyCount}'`;
const mebibyte = 1024 * 1024;

/** In every page before its own scripts: notes long tasks, the first row, and when a wanted text comes into the list. */
const observers = `
  window.seen = { long: [], firstRow: undefined, wanted: undefined, wantedAt: undefined };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.seen.long.push(entry.duration);
  }).observe({ entryTypes: ['longtask'] });
  new MutationObserver(() => {
    const seen = window.seen;
    if (seen.firstRow === undefined && document.querySelector('[role=row]')) seen.firstRow = performance.now();
    if (seen.wanted && !seen.wantedAt && document.querySelector('[role=row][aria-label="' + seen.wanted + '"]')) seen.wantedAt = Date.now();
  }).observe(document, { childList: true, subtree: true, attributes: true });
`;

export const list: Benchmark = {
  name: 'list',
  title: 'The list of 10,000 tasks in a browser',
  method:
    "Headless Chromium, 1440 by 900, driven over the DevTools protocol, showing the dashboard of a workspace with 10,000 tasks. Opening: from the start of navigation until the first rows are drawn, until a key pressed at that moment has moved the cursor into the search field, and until all rows are loaded; the median of all rounds. Scrolling: with the mouse wheel from the first of 10,000 rows to the last, counting long tasks as the browser does, from 50 ms of wall time, which includes other work on the machine; then once more with the processor time of each task. Memory: what only the tab's process uses after that and a garbage collection, next to an empty tab of the same browser. A change from the terminal: from the change's own timestamp, taken before it is committed, until its row is on the page. JavaScript: the gzipped size of what index.html names, and of that plus what the list's screen loads.",
  run: async () => {
    mustBeBuilt(programs.folder);
    await using dir = await tempDir('cw-bench');
    const home = join(dir.path, 'home');
    await makeFullWorkspace(home, dir.path);
    await using server = await startServer(home);
    await using chromium = await startChromium(observers);
    const { tab } = chromium;
    const bare = await chromium.memoryOfTab();
    await tab.go(textOf(await cw(home, 'open'), 'url'));
    await until(tab, 'window.seen.firstRow');
    const address = `${server.url}/tasks?group=none&sort=created`;
    const opened: number[] = [];
    const usable: number[] = [];
    const complete: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await tab.go(address);
      opened.push(Number(await until(tab, 'window.seen.firstRow')));
      await tab.press('/');
      usable.push(Number(await until(tab, "document.activeElement?.tagName === 'INPUT' && performance.now()")));
      complete.push(Number(await until(tab, `${allThere} && performance.now()`)));
    }
    const [initial, script] = [initialScriptSize(), await scriptSize(tab)];
    const long = await scrollToEnd(tab);
    const busiest = await chromium.longestTaskOf(async () => void (await scrollToEnd(tab)));
    const memory = await chromium.memoryOfTab();
    await tab.evaluate("document.querySelector('[role=grid]').scrollTop = 0");
    const shown: number[] = [];
    for (let write = 0; write < writes; write += 1) shown.push(await seenAfterCommand(tab, home, write));
    return {
      told: `${rounds} openings, ${writes} changes`,
      figures: [
        figure('first rows drawn', median(opened), 'ms'),
        figure('a key pressed then has its effect', median(usable), 'ms', limits.usable),
        figure('all rows there', median(complete), 'ms'),
        figure('long tasks while scrolling to the end', long.length, '', 0),
        figure('the longest of them', Math.max(0, ...long), 'ms', limits.longTask),
        figure('processor time of the busiest task on the way', busiest, 'ms', limits.longTask),
        figure('memory of the tab', memory / mebibyte, 'MiB', limits.memory),
        figure('memory of an empty tab', bare / mebibyte, 'MiB'),
        figure('a change from the terminal in the list, median', median(shown), 'ms', limits.median),
        figure('a change from the terminal in the list, 99 of 100', quantile(shown, 0.99), 'ms', limits.worst),
        figure('JavaScript that the page names itself', initial / 1000, 'kB', limits.script),
        figure('all JavaScript until the list is drawn', script / 1000, 'kB'),
      ],
    };
  },
};

function figure(what: string, value: number, unit: string, limit?: number): Figure {
  const told = (amount: number) => `${amount.toFixed(0)} ${unit}`.trim();
  const measured = told(value);
  if (limit === undefined) return { what, measured };
  return { what, measured, goal: limit === 0 ? 'none' : `at most ${told(limit)}`, met: value <= limit };
}

/** Durations of the long tasks on the way, in milliseconds. */
async function scrollToEnd(tab: Tab): Promise<readonly number[]> {
  const grid = "document.querySelector('[role=grid]')";
  await tab.evaluate(`${grid}.scrollTop = 0`);
  await tab.evaluate('new Promise((resolve) => setTimeout(resolve, 1000)).then(() => { window.seen.long = []; })');
  for (let top = -1; ; ) {
    const at = Number(await tab.evaluate(`${grid}.scrollTop`));
    if (at === top && at > 0) break;
    top = at;
    await tab.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x: 700, y: 500, deltaX: 0, deltaY: 1800 });
    await tab.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  }
  const last = await tab.evaluate(
    `Math.max(...[...${grid}.querySelectorAll('[role=row]')].map((row) => Number(row.ariaRowIndex)))`,
  );
  if (last !== manyCount) throw new Error(`the list ends at ${last}`);
  const long = await tab.evaluate('window.seen.long');
  return Array.isArray(long) ? long.map(Number) : [];
}

/** Milliseconds from a change that a command makes until its row is in the page. */
async function seenAfterCommand(tab: Tab, home: string, number: number): Promise<number> {
  const title = `Something thought of ${number}`;
  await tab.evaluate(`Object.assign(window.seen, { wanted: '${title}', wantedAt: undefined })`);
  const made = await cw(home, 'task', 'create', title);
  const at = Number(await until(tab, 'window.seen.wantedAt'));
  return at - Date.parse(textOf(made, 'createdAt'));
}

/** Bytes of the scripts that index.html loads, each compressed. */
function initialScriptSize(): number {
  const page = readFileSync(join(root, 'dist/web/index.html'), 'utf8');
  return compressed([...page.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, path = '']) => path));
}

/** Bytes of all scripts that the page has loaded, each compressed. */
async function scriptSize(tab: Tab): Promise<number> {
  const names = await tab.evaluate(
    "performance.getEntriesByType('resource').filter((each) => each.name.endsWith('.js') && each.responseEnd <= window.seen.firstRow).map((each) => new URL(each.name).pathname)",
  );
  const paths = Array.isArray(names) ? names.map(String) : [];
  return compressed(paths);
}

function compressed(paths: readonly string[]): number {
  return paths.reduce(
    (sum, path) => sum + gzipSync(readFileSync(join(root, 'dist/web', path)), { level: 9 }).length,
    0,
  );
}
