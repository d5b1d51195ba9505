import { join } from 'node:path';
import { tempDir } from '@cw/testkit';
import type { Benchmark, Figure } from './harness/benchmark.ts';
import { cleanEnv, mustBeBuilt, programs, shellEnv, timed } from './harness/program.ts';
import { mean, median, shuffled } from './harness/statistics.ts';
import { makeFullWorkspace, manyCount } from './many-tasks.ts';

const rounds = 60;

const variants = [
  { what: '`dist/cw task ready`', program: programs.folder, goal: 1.15 },
  { what: '`dist/bin/cw task ready`', program: programs.executable, goal: 1.08 },
] as const;

type Env = Readonly<Record<string, string>>;

export const ready: Benchmark = {
  name: 'ready',
  title: 'The ready list of 10,000 tasks',
  method:
    'Wall time of a whole process that prints the first 20 ready tasks, as a multiple of `node -e 0`. Each round runs every program once and `node -e 0` twice, in random order, and divides each time by the mean of the two bare starts; the figure is the median of all rounds. Measured twice: in an empty environment, where a bare start is as fast as it can be, and in the environment of the shell that ran the benchmark. The second is much slower where `NODE_EXTRA_CA_CERTS` is set, as it often is behind a company proxy: Node then reads those certificates before it does anything else.',
  run: async () => {
    mustBeBuilt(programs.folder, programs.executable);
    await using dir = await tempDir('cw-bench');
    const home = join(dir.path, 'home');
    await makeFullWorkspace(home, dir.path);
    const empty = cleanEnv({ CW_HOME: home });
    const certificates = process.env.NODE_EXTRA_CA_CERTS ? 'set' : 'not set';
    return {
      told: `${manyCount} tasks, ${rounds} rounds, NODE_EXTRA_CA_CERTS ${certificates} in the shell`,
      figures: [
        ...figures('empty environment', measure(empty)),
        ...figures("the shell's environment", measure({ ...shellEnv(), CW_HOME: home })),
      ],
    };
  },
};

type Round = { readonly bare: readonly [number, number]; readonly variants: readonly number[] };

function measure(env: Env): readonly Round[] {
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

function figures(where: string, measured: readonly Round[]): readonly Figure[] {
  const bare = median(measured.map((round) => mean(round.bare)));
  const ratios = variants.map(({ what, goal }, place) => {
    const ratio = median(measured.map((round) => (round.variants[place] ?? 0) / mean(round.bare)));
    const time = median(measured.map((round) => round.variants[place] ?? 0));
    return {
      what: `${what}, ${where}`,
      measured: `${ratio.toFixed(3)} × (${time.toFixed(0)} ms)`,
      goal: `at most ${goal} ×`,
      met: ratio <= goal,
    };
  });
  return [{ what: `\`node -e 0\`, ${where}`, measured: `1 × (${bare.toFixed(0)} ms)` }, ...ratios];
}
