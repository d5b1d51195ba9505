import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { tempDir, tempRepo, waitFor } from '@cw/testkit';
import type { Benchmark, Figure } from './harness/benchmark.ts';
import { startChromium, type Tab, until } from './harness/chromium.ts';
import { cw, mustBeBuilt, programs, startServer, textOf } from './harness/program.ts';
import { median } from './harness/statistics.ts';

const lines = 100_000;
const rounds = 7;
const linesASecond = 200;
const seconds = Number(process.env.CW_BENCH_FOLLOW ?? 600);
const awaySeconds = Math.min(60, seconds);
const samples = 20;
const limits = { opened: 500, tab: 150, server: 300 } as const;
const mebibyte = 1024 * 1024;
const box = `document.querySelector('[role=log]')`;

export const log: Benchmark = {
  name: 'log',
  title: 'The log of a run, 100,000 lines long',
  method: `A program in place of Claude Code prints 100,000 lines of its stream, messages and tool calls with their results, about 300 bytes a line, and waits. Opening: headless Chromium on the dashboard's list of runs, from a click on the run until the last line is on the page; the median of all rounds. To the beginning: from a jump of the scroll bar until the first line is there. Search: from Enter until a line in the middle, which the page had not loaded, is there. Then the program prints ${linesASecond} lines a second while the page follows; the tab's memory is what only its process uses after a garbage collection, and the server's is its peak resident memory. Then the tab loses its network while the program goes on printing; afterwards ${samples} lines spread over that time are looked for on the page. \`CW_BENCH_FOLLOW\` sets how many seconds it follows.`,
  run: async () => {
    mustBeBuilt(programs.folder);
    await using dir = await tempDir('cw-bench');
    await using repo = await tempRepo({ files: { 'README.md': '# Sample\n' } });
    const home = join(dir.path, 'home');
    await cw(home, 'project', 'add', repo.path, '--name', 'bench');
    await cw(home, 'config', 'set', 'agents.claude.command', standIn(dir.path));
    await using server = await startServer(home);
    await cw(home, 'assign', textOf(await cw(home, 'task', 'create', 'Print a long log'), 'id'));
    const file = await logOf(home);
    await waitFor(() => readFileSync(file).length > 0 && tailOf(file).includes(`Line ${lines - 1} `), {
      what: 'the whole log',
      timeout: 120_000,
    });
    await using chromium = await startChromium('');
    const { tab } = chromium;
    await tab.go(textOf(await cw(home, 'open'), 'url'));
    await until(tab, `document.querySelector('nav') !== null`);
    const opened = await openings(tab, server.url);
    const toBegin = await timed(tab, `${box}.scrollTop = 0`, has('Line 0 '));
    const found = await search(tab, `Line ${lines / 2} `);
    await tab.evaluate(
      `[...document.querySelectorAll('button')].find((each) => each.innerText === 'To the end').click(), 0`,
    );
    writeFileSync(join(dir.path, 'go'), '');
    await pause(seconds * 1000);
    const followed = tailNumber(file);
    const behind = await timed(tab, '0', reaches(followed));
    const memory = await chromium.memoryOfTab();
    const away = await cutOff(tab, file);
    writeFileSync(join(dir.path, 'stop'), '');
    const resident = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024;
    return {
      told: `${rounds} openings, followed for ${seconds} s, without network for ${awaySeconds} s`,
      figures: [
        figure('opened at its end, median', median(opened), 'ms', limits.opened),
        figure('opened at its end, the slowest', Math.max(...opened), 'ms'),
        figure('a jump to its beginning', toBegin, 'ms'),
        figure('a search that finds one line', found, 'ms'),
        figure(`a line that was there when asked, in the page`, behind, 'ms'),
        figure('memory of the tab after following', memory / mebibyte, 'MiB', limits.tab),
        figure('memory of the server, the most', resident, 'MiB', limits.server),
        { what: 'lines printed while there was no network', measured: `${away.printed}` },
        figure('the end in the page again, once there is a network', away.cameBack, 'ms'),
        {
          what: `of ${samples} of them, not found afterwards`,
          measured: `${away.missed}`,
          goal: '0',
          met: away.missed === 0,
        },
      ],
    };
  },
};

function figure(what: string, value: number, unit: string, limit?: number): Figure {
  const measured = `${value.toFixed(0)} ${unit}`;
  return limit === undefined
    ? { what, measured }
    : { what, measured, goal: `at most ${limit} ${unit}`, met: value <= limit };
}

/** A program that prints the lines, and more of them once a file `go` is there, until a file `stop` is. */
function standIn(folder: string): string {
  const path = join(folder, 'agent');
  const text = `#!${process.execPath}
const fs = require('node:fs');
const line = (event) => JSON.stringify(event) + '\\n';
const said = (n) => line({ type: 'assistant', message: { id: 'm' + n, model: 'stand-in', content: [n % 3 === 1
  ? { type: 'tool_use', id: 't' + n, name: 'Bash', input: { command: 'make part-' + n, description: 'Line ' + n + ' makes a part' } }
  : { type: 'text', text: 'Line ' + n + ' of the log ' + 'as long as lines of ordinary length are '.repeat(n % 5) }] } });
const answered = (n) => line({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 't' + (n - 1), content: 'Line ' + n + ' says\\nthat the part was made\\n'.repeat(4), is_error: false }] } });
const at = (n) => (n % 3 === 2 ? answered(n) : said(n));
let n = 0;
for (; n < ${lines}; ) {
  let text = '';
  for (let i = 0; i < 1000; i += 1) text += at(n++);
  fs.writeSync(1, text);
}
let begun;
setInterval(() => {
  if (fs.existsSync(${JSON.stringify(join(folder, 'stop'))})) {
    fs.writeSync(1, line({ type: 'result', subtype: 'success', is_error: false, result: 'Done.', structured_output: { status: 'done', summary: 'Done.' } }));
    process.exit(0);
  }
  if (!fs.existsSync(${JSON.stringify(join(folder, 'go'))})) return;
  begun ??= Date.now();
  const due = ${lines} + Math.floor(((Date.now() - begun) / 1000) * ${linesASecond});
  for (; n < due; ) fs.writeSync(1, at(n++));
}, 20);
`;
  writeFileSync(path, text, { mode: 0o755 });
  return path;
}

async function logOf(home: string): Promise<string> {
  let dir: string | undefined;
  await waitFor(
    async () => {
      const page = await cw(home, 'run', 'list', '--active');
      const items: unknown = Reflect.get(Object(page), 'items');
      const run = Array.isArray(items) ? items.find(({ step }) => step === 'running') : undefined;
      if (run) dir = textOf(await cw(home, 'run', 'show', run.id), 'logDir');
      return dir !== undefined;
    },
    { what: 'the run', timeout: 120_000 },
  );
  return join(dir ?? '', 'output.jsonl');
}

function tailOf(file: string): string {
  return readFileSync(file).subarray(-4096).toString('utf8');
}

/** Number of the last whole line of the log. */
function tailNumber(file: string): number {
  const whole = tailOf(file);
  const found = [...whole.slice(0, whole.lastIndexOf('\n')).matchAll(/Line (\d+) (?:of|says|makes)/g)];
  return Number(found.at(-1)?.[1]);
}

function has(text: string): string {
  return `${box}?.innerText.includes(${JSON.stringify(text)})`;
}

/** That the page shows a line of this number or a later one; what a tool answered is folded into its call. */
function reaches(number: number): string {
  return `Math.max(...[...${box}.innerText.matchAll(/Line (\\d+) of/g)].map(([, n]) => Number(n))) >= ${Math.floor(number / 3) * 3}`;
}

/** Milliseconds in the page from doing something until an expression is true. */
async function timed(tab: Tab, act: string, expression: string): Promise<number> {
  await tab.evaluate(`{ window.begun = performance.now(); ${act}; 0 }`);
  return Number(await until(tab, `${expression} && performance.now() - window.begun`));
}

async function openings(tab: Tab, url: string): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await tab.go(`${url}/runs`);
    const row = `document.querySelector('[aria-label=Runs] a')`;
    await until(tab, `${row} !== null`);
    times.push(await timed(tab, `${row}.click()`, has(`Line ${lines - 1} `)));
  }
  return times;
}

async function search(tab: Tab, text: string): Promise<number> {
  await tab.evaluate(`document.querySelector('input[aria-label="Search the log"]').select()`);
  await tab.send('Input.insertText', { text: text.trimEnd() });
  await tab.evaluate('window.begun = performance.now()');
  await tab.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Enter', windowsVirtualKeyCode: 13 });
  return Number(await until(tab, `${has(text)} && performance.now() - window.begun`));
}

/** Takes the network from the tab while the program prints; then looks for lines of that time. */
async function cutOff(tab: Tab, file: string) {
  const offline = (yes: boolean) =>
    tab.send('Network.emulateNetworkConditions', {
      ...{ offline: yes, latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
    });
  await tab.send('Network.enable');
  const first = tailNumber(file) + 1;
  await offline(true);
  await pause(awaySeconds * 1000);
  const last = tailNumber(file);
  await offline(false);
  const cameBack = await timed(tab, '0', reaches(tailNumber(file)));
  let missed = 0;
  for (let n = 0; n < samples; n += 1) {
    // What a tool answered is folded into its call.
    const line = Math.floor((first + ((last - first) * n) / samples) / 3) * 3;
    await search(tab, `Line ${line} `).catch(() => {
      missed += 1;
    });
  }
  return { printed: last - first + 1, cameBack, missed };
}
