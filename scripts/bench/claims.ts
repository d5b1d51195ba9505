import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { tempDir } from '@cw/testkit';
import type { Claimed } from './claimer.ts';
import type { Benchmark } from './harness/benchmark.ts';
import { cleanEnv, cw, mustBeBuilt, programs, textOf } from './harness/program.ts';

const count = 10_000;
const workers = 8;
const each = 10;
const storm = { commands: 1_000, atOnce: 50 } as const;
const limits = { slowest: 500, share: 1 / 4 } as const;
const run = promisify(execFile);

export const claims: Benchmark = {
  name: 'claims',
  title: 'Eight that claim at once',
  method:
    'Eight long-running processes claim the first ready task again and again until none of 10,000 is left; each claim is its own transaction and is on disk before it is answered. Then eight shells at once run `cw task ready --claim` ten times each. Then it is run 1,000 times, fifty at a time. The benchmark fails if two processes get the same task or a task is left unclaimed.',
  run: async () => {
    mustBeBuilt(programs.folder);
    await using dir = await tempDir('cw-bench');
    const home = await makeReady(dir.path, 'home', count);
    const start = performance.now();
    const claimed = await Promise.all(await startClaimers(home));
    const seconds = (performance.now() - start) / 1000;
    mustBeEach(
      claimed.flatMap(({ ids }) => ids),
      count,
    );
    const slowest = Math.max(...claimed.map((one) => one.slowest));
    const least = Math.min(...claimed.map(({ ids }) => ids.length)) / (count / workers);
    const shells = await claimByShells(await makeReady(dir.path, 'shells', workers * each), workers, each);
    const { commands, atOnce } = storm;
    const stormed = await claimByShells(await makeReady(dir.path, 'storm', commands), atOnce, commands / atOnce);
    return {
      told: `${count} tasks, ${workers} processes; ${workers} shells of ${each} claims; ${commands} commands, ${atOnce} at a time`,
      figures: [
        { what: 'claimed twice, or by nobody', measured: '0', goal: '0', met: true },
        {
          what: 'slowest claim',
          measured: `${slowest.toFixed(0)} ms`,
          goal: `under ${limits.slowest} ms`,
          met: slowest < limits.slowest,
        },
        {
          what: 'fewest claims of a process, to the mean',
          measured: least.toFixed(2),
          goal: `at least ${limits.share}`,
          met: least >= limits.share,
        },
        { what: 'claims a second, all together', measured: (count / seconds).toFixed(0) },
        {
          what: 'by shells: claimed twice, or by nobody',
          measured: String(shells.refused),
          goal: '0',
          met: shells.refused === 0,
        },
        { what: 'by shells: mean of a claim, start included', measured: `${shells.mean.toFixed(0)} ms` },
        {
          what: `of ${commands} commands, ${atOnce} at a time, refused`,
          measured: String(stormed.refused),
          goal: 'none',
          met: stormed.refused === 0,
        },
        { what: 'the slowest of them, start included', measured: `${(stormed.slowest / 1000).toFixed(1)} s` },
        { what: 'of them a second, all together', measured: stormed.perSecond.toFixed(0) },
      ],
    };
  },
};

async function makeReady(folder: string, name: string, tasks: number): Promise<string> {
  const home = join(folder, name);
  const file = join(folder, `${name}.jsonl`);
  const lines = Array.from({ length: tasks }, (_, n) =>
    JSON.stringify({ id: `b-${n}`, title: `Task ${n}`, priority: n % 4 }),
  );
  writeFileSync(file, lines.join('\n'));
  await cw(home, 'task', 'import', '--format', 'beads', file);
  return home;
}

/** Starts the processes, waits until all are there, and lets them begin. */
async function startClaimers(home: string): Promise<readonly Promise<Claimed>[]> {
  const started = Array.from({ length: workers }, async (_, number) => {
    const child = spawn(process.execPath, [process.argv[1] ?? '', '--claimer', home, `worker-${number}`], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    if ((await lines.next()).value !== 'ready') throw new Error('a process that claims did not start');
    return { child, lines };
  });
  const all = await Promise.all(started);
  for (const { child } of all) child.stdin.write('go\n');
  return all.map(async ({ child, lines }) => {
    const { value } = await lines.next();
    if (child.exitCode === null) await once(child, 'exit');
    return JSON.parse(value ?? '');
  });
}

type ByShells = {
  /** Of a claim, in milliseconds. */
  readonly mean: number;
  readonly slowest: number;
  readonly refused: number;
  readonly perSecond: number;
};

/** So many shells at once, each with so many commands one after the other. @throws Error when a task is claimed twice */
async function claimByShells(home: string, shells: number, commands: number): Promise<ByShells> {
  const times: number[] = [];
  const ids: string[] = [];
  const start = performance.now();
  const claimInTurn = async (_: unknown, number: number) => {
    const env = cleanEnv({ CW_HOME: home, CW_SESSION: `shell-${number}` });
    for (let n = 0; n < commands; n += 1) {
      const began = performance.now();
      const stdout = await run(programs.folder, ['task', 'ready', '--claim', '--json'], { env }).then(
        (done) => done.stdout,
        (refused: { stdout: string }) => refused.stdout,
      );
      times.push(performance.now() - began);
      const { ok, data } = JSON.parse(stdout);
      if (ok) ids.push(textOf(data.items[0], 'id'));
    }
  };
  await Promise.all(Array.from({ length: shells }, claimInTurn));
  const seconds = (performance.now() - start) / 1000;
  const total = shells * commands;
  mustBeEach(ids, ids.length);
  return {
    mean: times.reduce((sum, ms) => sum + ms, 0) / total,
    slowest: Math.max(...times),
    refused: total - ids.length,
    perSecond: total / seconds,
  };
}

/** @throws Error when one was claimed twice, or not at all */
function mustBeEach(ids: readonly string[], tasks: number): void {
  const different = new Set(ids).size;
  if (ids.length !== tasks || different !== tasks) {
    throw new Error(`${ids.length} claims of ${different} tasks, of which there are ${tasks}`);
  }
}
