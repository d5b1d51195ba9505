import { execFile } from 'node:child_process';
import { closeSync, openSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { tempDir } from '@cw/testkit';
import type { Benchmark } from './harness/benchmark.ts';
import { connectLive, type LiveClient } from './harness/live-client.ts';
import { cleanEnv, cw, mustBeBuilt, programs, type Server, startServer, textOf } from './harness/program.ts';
import { median, quantile, shuffled } from './harness/statistics.ts';
import { makeFullWorkspace } from './many-tasks.ts';

const writes = 200;
const awayMs = 60_000;
const limits = { median: 50, worst: 200 } as const;
const run = promisify(execFile);

export const live: Benchmark = {
  name: 'live',
  title: 'A change made in the terminal, seen in the dashboard',
  method:
    "A server with a workspace of 10,000 tasks and one open page, which subscribes to the event log over the websocket and queries over HTTP. Each `cw task create` is a separate process. Measured from the change's own timestamp, taken before it is committed to disk, until the page has received it, and until it has the row to show: with a list this long it fetches only the tasks that changed. In between, in random order, the minimum for comparison: a process that writes the time to a file and syncs it, and a watcher that sees it. Then the connection is cut for a minute in which tasks are created, renamed and closed without a pause, and restored from where it stopped: a change that the log holds for that minute but the page never received counts as missed.",
  run: async () => {
    mustBeBuilt(programs.folder);
    await using dir = await tempDir('cw-bench');
    const home = join(dir.path, 'home');
    await makeFullWorkspace(home, dir.path);
    await using server = await startServer(home);
    using page = await connectLive(server);
    const bare = watchFile(join(dir.path, 'bare'));
    await seenAfterCommand(page, server.home);
    const bareTimes: number[] = [];
    const heard: number[] = [];
    const shown: number[] = [];
    for (let write = 0; write < writes; write += 1) {
      for (const kind of shuffled(['bare', 'command'] as const)) {
        if (kind === 'bare') bareTimes.push(await bare.seenAfterWrite());
        else {
          const seen = await seenAfterCommand(page, server.home);
          heard.push(seen.heard);
          shown.push(seen.shown);
        }
      }
    }
    bare.close();
    const away = await cutOff(page, server);
    const row = (what: string, times: readonly number[], goals: boolean) => [
      figure(`${what}, median`, median(times), goals ? limits.median : undefined),
      figure(`${what}, 99 of 100`, quantile(times, 0.99), goals ? limits.worst : undefined),
    ];
    return {
      told: `${writes} writes`,
      figures: [
        ...row('a file and its watcher', bareTimes, false),
        ...row('the page has heard of it', heard, true),
        ...row('the page has the row to show', shown, true),
        { what: 'changes in a minute without a connection', measured: `${away.made}` },
        { what: 'of them missed', measured: `${away.missed}`, goal: '0', met: away.missed === 0 },
        { what: 'all of them heard, after it is made again', measured: `${away.caughtUp.toFixed(0)} ms` },
      ],
    };
  },
};

function figure(what: string, ms: number, limit: number | undefined) {
  const measured = `${ms.toFixed(0)} ms`;
  return limit === undefined ? { what, measured } : { what, measured, goal: `at most ${limit} ms`, met: ms <= limit };
}

/** Milliseconds from the change until the page knows of it, and until it has its row. */
async function seenAfterCommand(page: LiveClient, home: string): Promise<{ heard: number; shown: number }> {
  const before = page.events.length;
  const made = cw(home, 'task', 'create', 'Something that somebody thought of');
  const isNew = (event: { type: string }) => event.type === 'task.created';
  const event = await page.event((candidate) => isNew(candidate) && page.events.indexOf(candidate) >= before);
  const answer = await page.query('tasks.rows', { ids: [event.entity] });
  const shownAt = Date.now();
  if (!JSON.stringify(answer).includes(event.entity)) throw new Error(`${event.entity} cannot be read`);
  if (textOf(await made, 'id') !== event.entity) throw new Error('another task was heard of');
  return { heard: event.heardAt - event.at, shown: shownAt - event.at };
}

/** Cuts the connection, changes tasks for a minute, connects again and compares what is heard with the log. */
async function cutOff(page: LiveClient, server: Server) {
  const position = page.position();
  if (position === undefined) throw new Error('the page has heard of nothing');
  page[Symbol.dispose]();
  const until = Date.now() + awayMs;
  while (Date.now() < until) {
    const id = textOf(await cw(server.home, 'task', 'create', `Thought of while nobody listened, ${Date.now()}`), 'id');
    await cw(server.home, 'task', 'update', id, '--title', `Thought of again, ${Date.now()}`);
    await cw(server.home, 'task', 'close', id);
  }
  const since = position.slice(position.lastIndexOf(':') + 1);
  const logged = seqsOf(await cw(server.home, 'events', '--since', since, '--limit', '10000'));
  const began = Date.now();
  using again = await connectLive(server, position);
  const last = await again.event(({ seq }) => seq === logged.at(-1));
  const heard = new Set(again.events.map(({ seq }) => seq));
  const missed = logged.filter((seq) => !heard.has(seq)).length;
  return { made: logged.length, missed, caughtUp: last.heardAt - began };
}

function seqsOf(list: unknown): readonly number[] {
  const items: unknown = typeof list === 'object' && list !== null ? Reflect.get(list, 'items') : undefined;
  return Array.isArray(items) ? items.map(({ seq }) => Number(seq)) : [];
}

/** Writes the time, in milliseconds, synced to disk. */
const writer = `
const fs = require('node:fs');
const fd = fs.openSync(process.argv[1], 'r+');
fs.writeSync(fd, String(Date.now()), 0);
fs.fsyncSync(fd);`;

function watchFile(path: string) {
  closeSync(openSync(path, 'a'));
  let heardAt = 0;
  let wake: (() => void) | undefined;
  const watcher = watch(path, () => {
    heardAt = Date.now();
    wake?.();
  });
  return {
    seenAfterWrite: async (): Promise<number> => {
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const done = run(process.execPath, ['-e', writer, path], { env: cleanEnv() });
      await changed;
      const seen = heardAt;
      await done;
      return seen - Number(readFileSync(path, 'utf8'));
    },
    close: () => watcher.close(),
  };
}
