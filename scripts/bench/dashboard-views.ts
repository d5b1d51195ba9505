import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '@cw/testkit';
import type { Benchmark } from './harness/benchmark.ts';
import { startChromium, type Tab } from './harness/chromium.ts';
import { cw, mustBeBuilt, programs, startServer, textOf } from './harness/program.ts';
import { median } from './harness/statistics.ts';

const cards = 2000;
const nodes = 1000;
const rounds = 7;
const limits = { board: 1000, graph: 2000, longTask: 50 } as const;
const panSteps = 60;

/** In every page before its own scripts: notes long tasks. */
const noteLongTasks = `
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.longTasks.push(entry.duration);
  }).observe({ entryTypes: ['longtask'] });`;

const seen = {
  nothing: "document.querySelector('main h2')",
  list: "document.querySelectorAll('main [role=row]').length > 10",
  board: `document.querySelectorAll('[data-task]').length > 20 && document.querySelector('h1').textContent.includes('${cards.toLocaleString('en-US')}')`,
  graph:
    "document.querySelectorAll('.react-flow__node').length > 4 && document.querySelectorAll('.react-flow__edge').length > 2",
  afar: "document.querySelectorAll('.react-flow__node').length === 0",
} as const;

export const dashboardViews: Benchmark = {
  name: 'dashboard-views',
  title: 'Board and graph of many tasks',
  method: `The dashboard in headless Chromium without a graphics card, 1440 by 900. Opening: from the start of navigation until the frame that shows the board with all ${cards} tasks, or the graph of ${nodes} tasks laid out with its links; in between, for comparison, a screen of the same dashboard that shows nothing. Then from pressing “Graph” above the list until the graph is drawn. A long task keeps the page from responding for more than 50 ms. Panning is ${panSteps} steps of the mouse wheel, at full size and with the whole graph in view; the longest task of each round counts.`,
  run: async () => {
    mustBeBuilt(programs.folder);
    const empty: number[] = [];
    const board = await measured(cards, async ({ tab, url }) => {
      empty.push(await openedAfter(tab, `${url}/accounts`, seen.nothing));
      return openedAfter(tab, `${url}/tasks?view=board`, seen.board);
    });
    const pressed: number[] = [];
    const longest = { press: [] as number[], near: [] as number[], afar: [] as number[] };
    const graph = await measured(nodes, async ({ tab, url }) => {
      const opened = await openedAfter(tab, `${url}/tasks?view=graph`, seen.graph);
      longest.near.push(await longestWhilePanning(tab));
      await tab.evaluate(`document.querySelector('[aria-label="Show all of it"]').click()`);
      await whenTrue(tab, seen.afar);
      longest.afar.push(await longestWhilePanning(tab));
      await openedAfter(tab, `${url}/tasks`, seen.list);
      await settled(tab);
      const began = Number(await tab.evaluate(pressGraph));
      pressed.push((await whenTrue(tab, seen.graph)) - began);
      longest.press.push(await longestTask(tab));
      return opened;
    });
    return {
      told: `median of ${rounds} rounds each`,
      figures: [
        time('a screen with nothing on it', empty),
        time(`the board of ${cards} tasks`, board, limits.board),
        time(`the graph of ${nodes} tasks`, graph, limits.graph),
        time('the graph after a press on “Graph”', pressed, limits.graph),
        time('longest task after that press', longest.press),
        time('longest task while panning', longest.near, limits.longTask),
        time('longest task while panning from afar', longest.afar, limits.longTask),
      ],
    };
  },
};

const pressGraph = `(() => {
  const button = [...document.querySelectorAll('[role=radio]')].find((each) => each.textContent === 'Graph');
  const began = performance.now();
  button.click();
  return began;
})()`;

function time(what: string, times: readonly number[], limit?: number) {
  const value = median(times);
  const measured = value === 0 ? 'none over 50 ms' : `${value.toFixed(0)} ms`;
  return limit === undefined
    ? { what, measured }
    : { what, measured, goal: `at most ${limit} ms`, met: value <= limit };
}

type Place = { readonly tab: Tab; readonly url: string };

/** Runs the rounds on a workspace of so many tasks, after one that does not count. */
async function measured(count: number, round: (place: Place) => Promise<number>): Promise<readonly number[]> {
  await using dir = await tempDir('cw-bench');
  const home = join(dir.path, 'home');
  const file = join(dir.path, 'tasks.jsonl');
  writeFileSync(file, tasks(count));
  await cw(home, 'task', 'import', '--format', 'beads', file);
  await using server = await startServer(home);
  await using chromium = await startChromium(noteLongTasks);
  const { tab } = chromium;
  await tab.go(textOf(await cw(home, 'open'), 'url'));
  await whenTrue(tab, seen.list);
  await round({ tab, url: server.url });
  const times: number[] = [];
  for (let at = 0; at < rounds; at += 1) times.push(await round({ tab, url: server.url }));
  return times;
}

/** Milliseconds from the start of the navigation. */
async function openedAfter(tab: Tab, url: string, isThere: string): Promise<number> {
  await tab.go(url);
  return whenTrue(tab, isThere);
}

/** The page's own clock at the first frame at which an expression is true, in milliseconds. */
async function whenTrue(tab: Tab, isThere: string): Promise<number> {
  return Number(
    await tab.evaluate(`new Promise((resolve, reject) => {
      const began = performance.now();
      const look = () => {
        if (${isThere}) resolve(performance.now());
        else if (performance.now() - began > 60000) reject(new Error('never seen'));
        else requestAnimationFrame(look);
      };
      look();
    })`),
  );
}

/** Lets what was begun come to its end, and forgets its long tasks. */
async function settled(tab: Tab): Promise<void> {
  await tab.evaluate('new Promise((resolve) => setTimeout(resolve, 1000)).then(() => { window.longTasks = []; })');
}

/** The longest task since the last one was forgotten, in milliseconds; 0 when none was long. */
async function longestTask(tab: Tab): Promise<number> {
  return Number(
    await tab.evaluate(
      'new Promise((resolve) => setTimeout(resolve, 300)).then(() => Math.max(0, ...window.longTasks.splice(0)))',
    ),
  );
}

async function longestWhilePanning(tab: Tab): Promise<number> {
  await settled(tab);
  for (let step = 0; step < panSteps; step += 1) {
    const [deltaX, deltaY] = [step < panSteps / 2 ? 60 : -60, step % 2 === 0 ? 40 : -20];
    await tab.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x: 800, y: 500, deltaX, deltaY });
    await tab.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  }
  return longestTask(tab);
}

/** In the lines of beads: of ten tasks three are closed, most need an earlier one, some two. */
function tasks(count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const at = new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString();
    const closed = index % 10 < 3;
    const needs = [...(index % 3 ? [3 + ((index * 7) % 11)] : []), ...(index % 4 === 0 ? [29] : [])];
    return `${JSON.stringify({
      ...{ id: `bench-${index}`, title: `Task ${index}: make the part that part ${index % 97} relies on` },
      ...{
        status: closed ? 'closed' : 'open',
        priority: index % 4,
        issue_type: 'task',
        labels: [`area-${index % 12}`],
      },
      ...{ created_at: at, updated_at: at, ...(closed ? { closed_at: at } : {}) },
      dependencies: needs
        .filter((by) => by <= index)
        .map((by) => ({
          issue_id: `bench-${index}`,
          depends_on_id: `bench-${index - by}`,
          type: 'blocks',
          created_at: at,
        })),
    })}\n`;
  }).join('');
}
