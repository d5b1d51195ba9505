import { firstReady } from '@cw/tasks';
import { tempDir } from '@cw/testkit';
import type { Benchmark, Figure } from './harness/benchmark.ts';
import { median, shuffled } from './harness/statistics.ts';
import { fillTracker, openTracker, readyAmong } from './harness/tracker.ts';

const sizes = [100_000, 1_000_000] as const;
const limits = { first: 0.1, all: 20, growth: 1.5 } as const;
const rounds = 40;
/** How often the first twenty are asked for in one measurement: one time alone is too short for the clock. */
const repeats = 200;
const few = 3;

export const tracker: Benchmark = {
  name: 'tracker',
  title: 'What is ready among 100,000 tasks and 200,000 dependencies',
  method:
    'The tracker inside one process, without starting a program. Of every twenty tasks, twelve are closed, one is ready and seven wait; each depends on two others. Three queries: the first 20 ready tasks, the same with the total count, and all 5,000 ready tasks as rows to show. The first 20 are also queried among 1,000,000 tasks and 2,000,000 dependencies, in random order with the smaller database. Times are processor time, which other work on the machine affects less than wall time; figures are medians.',
  run: async () => {
    await using small = await tempDir('cw-bench');
    await using large = await tempDir('cw-bench');
    using fewer = openTracker(small.path);
    using more = openTracker(large.path);
    await fillTracker(fewer.storage, sizes[0]);
    await fillTracker(more.storage, sizes[1]);
    const times = { fewer: [] as number[], more: [] as number[], counted: [] as number[], all: [] as number[] };
    const asks = {
      fewer: async () => (await processorMs(() => firstTwenty(fewer), repeats)) / repeats,
      more: async () => (await processorMs(() => firstTwenty(more), repeats)) / repeats,
      counted: async () => (await processorMs(() => countedTwenty(fewer), repeats)) / repeats,
      all: async () => (await processorMs(() => allReady(fewer), few)) / few,
    };
    for (const ask of Object.values(asks)) await ask();
    for (let round = 0; round < rounds; round += 1) {
      for (const kind of shuffled(['fewer', 'more', 'counted', 'all'] as const)) times[kind].push(await asks[kind]());
    }
    const [first, grown, all] = [median(times.fewer), median(times.more), median(times.all)];
    return {
      told: `${rounds} rounds`,
      figures: [
        milliseconds('the first 20', first, limits.first),
        { what: 'the first 20, and how many there are', measured: `${median(times.counted).toFixed(3)} ms` },
        milliseconds('all 5,000', all, limits.all),
        {
          what: 'the first 20 of ten times as many',
          measured: `${(grown / first).toFixed(2)} × (${grown.toFixed(3)} ms)`,
          goal: `at most ${limits.growth} ×`,
          met: grown / first <= limits.growth,
        },
      ],
    };
  },
};

type Tracker = ReturnType<typeof openTracker>;

async function firstTwenty({ storage }: Tracker): Promise<void> {
  if ((await firstReady(storage.read, 20)).length !== 20) throw new Error('there are no twenty ready tasks');
}

async function countedTwenty({ tasks }: Tracker): Promise<void> {
  const page = await tasks.queries.ready({ limit: 20 });
  if (!page.ok || page.value.total !== readyAmong(sizes[0])) throw new Error('they were counted wrongly');
}

async function allReady({ tasks }: Tracker): Promise<void> {
  const page = await tasks.queries.ready({ all: true });
  if (!page.ok || page.value.items.length !== readyAmong(sizes[0])) throw new Error('not every ready task was told');
}

async function processorMs(work: () => Promise<void>, times: number): Promise<number> {
  const before = process.cpuUsage();
  for (let n = 0; n < times; n += 1) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function milliseconds(what: string, ms: number, limit: number): Figure {
  return { what, measured: `${ms.toFixed(ms < 1 ? 3 : 1)} ms`, goal: `at most ${limit} ms`, met: ms <= limit };
}
