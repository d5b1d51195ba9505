import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '@cw/testkit';
import type { Benchmark, Figure } from './harness/benchmark.ts';
import { cleanEnv, cw, mustBeBuilt, programs, shellEnv, textOf, timed } from './harness/program.ts';
import { mean, median, shuffled } from './harness/statistics.ts';
import { makeFullWorkspace, manyCount } from './many-tasks.ts';

export const rounds = 40;
const closedAtOnce = 100;

export type Line = {
  readonly what: string;
  /** How many times a bare start it may take. */
  readonly goal: number;
  readonly args: readonly string[];
  /** The home it works on, made ready before it is timed. */
  readonly home: () => string;
  /** The exit code it ends with, where that is not 0. */
  readonly ends?: number;
};

export const commands: Benchmark = {
  name: 'commands',
  title: 'Commands on 10,000 tasks',
  method:
    'Wall time of a whole process of `dist/cw`, as a multiple of `node -e 0`, in an empty environment and in that of the shell that ran the benchmark (the ready list above explains why they differ). Of every twenty tasks, twelve are closed, one is ready and seven wait. Each round runs every command once and `node -e 0` twice, in random order, and divides each time by the mean of the two bare starts; the figure is the median of all rounds. Commands that close tasks run on a fresh copy of the workspace; the ones that create a task do not.',
  run: async () => {
    mustBeBuilt(programs.folder);
    await using dir = await tempDir('cw-bench');
    const home = join(dir.path, 'home');
    await makeFullWorkspace(home, dir.path, 'long-lived');
    const lines = await linesOn(home, dir.path);
    return {
      told: `${manyCount} tasks, ${rounds} rounds, NODE_EXTRA_CA_CERTS ${process.env.NODE_EXTRA_CA_CERTS ? 'set' : 'not set'} in the shell`,
      figures: [
        ...measure('empty environment', cleanEnv(), lines),
        ...measure("the shell's environment", shellEnv(), lines),
      ],
    };
  },
};

type Env = Readonly<Record<string, string>>;

/** The lines beside a bare start, in one environment. */
export function measure(where: string, env: Env, lines: readonly Line[]): readonly Figure[] {
  const run = (line: Line) => timed(programs.folder, line.args, { ...env, CW_HOME: line.home() }, line.ends);
  const bare = () => timed(process.execPath, ['-e', '0'], env);
  for (const line of lines) run(line);
  const ratios = lines.map((): number[] => []);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const took = new Map<number, number>();
    const calls = [bare, bare, ...lines.map((line) => () => run(line))].map((call, place) => ({ call, place }));
    for (const { call, place } of shuffled(calls)) took.set(place, call());
    const start = mean([took.get(0) ?? 0, took.get(1) ?? 0]);
    times.push(start);
    for (const [place, kept] of ratios.entries()) kept.push((took.get(place + 2) ?? 0) / start);
  }
  return [
    { what: `\`node -e 0\`, ${where}`, measured: `1 × (${median(times).toFixed(0)} ms)` },
    ...lines.map((line, place) => figure(where, line, median(ratios[place] ?? []), median(times))),
  ];
}

function figure(where: string, { what, goal }: Line, ratio: number, bare: number): Figure {
  const measured = `${ratio.toFixed(3)} × (${(ratio * bare).toFixed(0)} ms)`;
  return { what: `${what}, ${where}`, measured, goal: `at most ${goal} ×`, met: ratio <= goal };
}

async function linesOn(home: string, scratch: string): Promise<readonly Line[]> {
  const copy = join(scratch, 'copy');
  const batch = join(scratch, 'closes');
  const ready = await idsOf(home, 'task', 'ready', '--limit', String(closedAtOnce));
  const [first = ''] = ready;
  mkdirSync(copy);
  writeFileSync(batch, ready.map((id) => `close ${id}\n`).join(''));
  const same = () => home;
  const fresh = () => {
    for (const end of ['-wal', '-shm', '-bell']) rmSync(join(copy, `cw.db${end}`), { force: true });
    copyFileSync(join(home, 'cw.db'), join(copy, 'cw.db'));
    return copy;
  };
  return [
    { what: '`task ready`, the first 20', goal: 1.15, args: ['task', 'ready', '--limit', '20'], home: same },
    { what: '`task show`', goal: 1.15, args: ['task', 'show', first], home: same },
    { what: '`task ready --all`, 500 of them', goal: 1.25, args: ['task', 'ready', '--all'], home: same },
    { what: '`task create`', goal: 1.3, args: ['task', 'create', 'Something that somebody thought of'], home: same },
    { what: `\`task batch\` of ${closedAtOnce} closes`, goal: 1.6, args: ['task', 'batch', batch], home: fresh },
    {
      what: '`task list` with two filters',
      goal: 1.3,
      args: ['task', 'list', '--priority', 'P1', '--label', 'area-5'],
      home: same,
    },
  ];
}

async function idsOf(home: string, ...args: readonly string[]): Promise<readonly string[]> {
  const page = await cw(home, ...args);
  const items: unknown = typeof page === 'object' && page !== null ? Reflect.get(page, 'items') : undefined;
  if (!Array.isArray(items)) throw new Error('the answer is no list');
  return items.map((item) => textOf(item, 'id'));
}
