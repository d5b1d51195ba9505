import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '@cw/testkit';
import type { Benchmark, Figure } from './harness/benchmark.ts';
import { cleanEnv, mustBeBuilt, programs } from './harness/program.ts';
import { median } from './harness/statistics.ts';
import { manyCount, manyTasks } from './many-tasks.ts';

const rounds = 7;
const goals = { seconds: 1.5, memory: 200 } as const;
const largeBytes = 200_000_000;

/** Runs in the program that is measured, and says what it used when it ends. */
const witness = `process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  require('node:fs').writeFileSync(process.env.CW_BENCH_USED, JSON.stringify([maxRSS, userCPUTime + systemCPUTime]));
});`;

type Used = { readonly seconds: number; readonly processor: number; readonly memory: number };

export const importing: Benchmark = {
  name: 'import',
  title: 'Importing and exporting',
  method:
    'Wall time, processor time and peak resident memory of a whole process of `dist/cw`: importing 10,000 beads issues into an empty workspace, importing the same file again, and exporting them all; the median of all rounds, each in its own workspace. Then, once, a 200 MB file with lines of about 4 kB. For a file that long, cw keeps only which line holds which id and what it depends on, and reads the texts in a second pass.',
  run: async () => {
    mustBeBuilt(programs.folder);
    await using dir = await tempDir('cw-bench');
    const measure = measurer(dir.path);
    const file = join(dir.path, 'issues.jsonl');
    writeFileSync(file, manyTasks(manyCount, 'long-lived'));
    const [first, again, out]: [Used[], Used[], Used[]] = [[], [], []];
    for (let round = 0; round < rounds; round += 1) {
      const home = join(dir.path, `home-${round}`);
      measure(home, 'init');
      first.push(measure(home, 'task', 'import', file));
      again.push(measure(home, 'task', 'import', file));
      out.push(measure(home, 'task', 'export', join(dir.path, 'out.jsonl')));
    }
    const large = join(dir.path, 'large.jsonl');
    const count = writeLarge(large);
    const home = join(dir.path, 'large');
    measure(home, 'init');
    const once = [measure(home, 'task', 'import', large)];
    const figures = [
      ...rows('10,000 issues into an empty workspace', first, goals),
      ...rows('the same file again', again),
      ...rows('10,000 tasks out again', out),
      ...rows('a file of 200 MB', once),
    ];
    return { figures, told: `${manyCount} issues, ${rounds} rounds; ${count} issues in the long file` };
  },
};

function measurer(folder: string) {
  const [hook, used] = [join(folder, 'witness.cjs'), join(folder, 'used.json')];
  writeFileSync(hook, witness);
  return (home: string, ...args: readonly string[]): Used => {
    const env = cleanEnv({ CW_HOME: home, CW_BENCH_USED: used, NODE_OPTIONS: `--require=${hook}` });
    const before = process.hrtime.bigint();
    const { status, error, stderr } = spawnSync(programs.folder, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    const seconds = Number(process.hrtime.bigint() - before) / 1e9;
    if (error) throw error;
    if (status !== 0) throw new Error(`cw ${args.join(' ')} ended with ${status}: ${stderr}`);
    const [kilobytes = 0, microseconds = 0] = numbersIn(readFileSync(used, 'utf8'));
    return { seconds, processor: microseconds / 1e6, memory: kilobytes / 1024 };
  };
}

function numbersIn(text: string): readonly number[] {
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) ? value.map(Number) : [];
}

function rows(what: string, used: readonly Used[], wanted?: typeof goals): readonly Figure[] {
  const [seconds, processor, memory] = [
    median(used.map((each) => each.seconds)),
    median(used.map((each) => each.processor)),
    median(used.map((each) => each.memory)),
  ];
  const clock = { what: `${what}, by the clock`, measured: `${seconds.toFixed(2)} s` };
  const resident = { what: `${what}, memory`, measured: `${memory.toFixed(0)} MiB` };
  const core = { what: `${what}, processor time`, measured: `${processor.toFixed(2)} s` };
  if (!wanted) return [clock, core, resident];
  return [
    { ...clock, goal: `under ${wanted.seconds} s`, met: seconds < wanted.seconds },
    core,
    { ...resident, goal: `under ${wanted.memory} MiB`, met: memory < wanted.memory },
  ];
}

/** Writes issues until the file is long enough; answers how many. */
function writeLarge(path: string): number {
  const fd = openSync(path, 'w');
  const text = 'What is known so far, in more words than anybody reads. '.repeat(70);
  let bytes = 0;
  let count = 0;
  for (; bytes < largeBytes; count += 1) {
    const at = new Date(Date.UTC(2026, 0, 1) + count * 60_000).toISOString();
    const needs = count % 10 === 9 ? [{ depends_on_id: `large-${count - 1}`, type: 'blocks' }] : [];
    const issue = { id: `large-${count}`, title: `Issue ${count}`, description: text, priority: 2 };
    const line = { ...issue, status: 'open', created_at: at, updated_at: at, dependencies: needs };
    bytes += writeSync(fd, `${JSON.stringify(line)}\n`);
  }
  closeSync(fd);
  return count;
}
