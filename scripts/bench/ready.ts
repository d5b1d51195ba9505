import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '@cw/testkit';
import type { Benchmark, Figure } from './harness/benchmark.ts';
import { cleanEnv, mustBeBuilt, programs, timed } from './harness/program.ts';
import { mean, median, shuffled } from './harness/statistics.ts';
import { manyTasks } from './many-tasks.ts';

const tasks = 10_000;
const rounds = 60;

const variants = [
  { what: '`dist/cw task ready`', program: programs.folder, goal: 1.15 },
  { what: '`dist/bin/cw task ready`', program: programs.executable, goal: 1.08 },
] as const;

export const ready: Benchmark = {
  name: 'ready',
  title: 'The ready list of 10,000 tasks',
  method:
    'Wall time of a whole process that prints the first 20 ready tasks, as a multiple of `node -e 0`. Each round runs every program once and `node -e 0` twice, in random order; the ratio of a round is taken to the mean of its two bare starts, and the figure is the median over the rounds. The two bare starts against each other show what the machine alone makes of it.',
  run: async () => {
    mustBeBuilt(programs.folder, programs.executable);
    await using dir = await tempDir('cw-bench');
    const home = join(dir.path, 'home');
    const file = join(dir.path, 'tasks.jsonl');
    writeFileSync(file, manyTasks(tasks));
    const env = cleanEnv({ CW_HOME: home });
    execFileSync(programs.folder, ['task', 'import', '--format', 'beads', file, '--json'], { env });
    const measured = measure(env);
    return { told: `${tasks} tasks, ${rounds} rounds`, figures: figures(measured) };
  },
};

type Round = { readonly bare: readonly [number, number]; readonly variants: readonly number[] };

function measure(env: Readonly<Record<string, string>>): readonly Round[] {
  const bare = () => timed(process.execPath, ['-e', '0'], env);
  const listing = variants.map(
    ({ program }) =>
      () =>
        timed(program, ['task', 'ready', '--limit', '20'], env),
  );
  for (const warmUp of [bare, ...listing]) warmUp();
  return Array.from({ length: rounds }, () => {
    const times = new Map<number, number>();
    const calls = [bare, bare, ...listing].map((call, place) => ({ call, place }));
    for (const { call, place } of shuffled(calls)) times.set(place, call());
    const [first = 0, second = 0, ...rest] = calls.map(({ place }) => times.get(place) ?? 0);
    return { bare: [first, second], variants: rest };
  });
}

function figures(measured: readonly Round[]): readonly Figure[] {
  const bare = measured.map((round) => mean(round.bare));
  const ratios = variants.map(({ what, goal }, place) => {
    const ratio = median(measured.map((round) => (round.variants[place] ?? 0) / mean(round.bare)));
    const time = median(measured.map((round) => round.variants[place] ?? 0));
    return {
      what,
      measured: `${ratio.toFixed(3)} × (${time.toFixed(0)} ms)`,
      goal: `at most ${goal} ×`,
      met: ratio <= goal,
    };
  });
  const noise = median(measured.map(({ bare: [a, b] }) => Math.max(a, b) / Math.min(a, b)));
  return [
    { what: '`node -e 0`', measured: `1 × (${median(bare).toFixed(0)} ms)` },
    ...ratios,
    { what: 'the slower bare start to the faster', measured: `${noise.toFixed(3)} ×` },
  ];
}
