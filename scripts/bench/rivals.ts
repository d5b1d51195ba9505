import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '@cw/testkit';
import type { Benchmark, Figure } from './harness/benchmark.ts';
import { cleanEnv, cw, mustBeBuilt, programs, root } from './harness/program.ts';
import { median, shuffled } from './harness/statistics.ts';

const count = 1_000;
const versions = { 'backlog.md': '1.52.0', 'task-master-ai': '0.43.1' } as const;

/** A tracker with its tasks, in a folder of its own. */
type Rival = {
  readonly name: string;
  readonly rounds: number;
  readonly list: () => void;
  readonly create: () => void;
};

export const rivals: Benchmark = {
  name: 'rivals',
  title: 'Beside other trackers',
  method:
    'A whole process of each program with 1,000 open tasks: what to do next (`cw task ready`, `backlog task list --plain`, `task-master next`), and creating one more task. `backlog` keeps one Markdown file per task and runs here without looking into git branches, which it does by default; `task-master` keeps one JSON file. Both are installed from npm at pinned versions when the benchmark runs. Runs are in random order; figures are medians, and ratios are relative to `cw`.',
  run: async () => {
    mustBeBuilt(programs.folder);
    await using dir = await tempDir('cw-bench');
    const bin = installed();
    const all = [await ours(dir.path), backlog(dir.path, bin), taskMaster(dir.path, bin)];
    const times = new Map(all.map(({ name }) => [name, { list: [] as number[], create: [] as number[] }]));
    for (const rival of all) rival.list();
    for (let round = 0; round < Math.max(...all.map(({ rounds }) => rounds)); round += 1) {
      const due = all.filter(({ rounds }) => round < rounds);
      const runs = due.flatMap((rival) => (['list', 'create'] as const).map((what) => ({ rival, what })));
      for (const { rival, what } of shuffled(runs)) times.get(rival.name)?.[what].push(msOf(rival[what]));
    }
    const figures = (['list', 'create'] as const).flatMap((what) => {
      const own = median(times.get('cw')?.[what] ?? []);
      return all.map(({ name }): Figure => {
        const ms = median(times.get(name)?.[what] ?? []);
        const word = what === 'list' ? 'what is next' : 'one more task';
        return { what: `${name}, ${word}`, measured: `${(ms / own).toFixed(1)} × (${ms.toFixed(0)} ms)` };
      });
    });
    const told = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
    return {
      told: `${count} tasks, ${all.map(({ rounds }) => rounds).join(', ')} rounds, ${told.join(', ')}`,
      figures,
    };
  },
};

/** Installs them beside the bundled benchmarks, where they stay for the next run. Answers where their programs are. */
function installed(): string {
  const folder = join(root, 'node_modules/.cache/bench', `rivals-${Object.values(versions).join('-')}`);
  const bin = join(folder, 'node_modules/.bin');
  if (!existsSync(join(folder, 'installed'))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: versions }));
    const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error'];
    execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    writeFileSync(join(folder, 'installed'), '');
  }
  return bin;
}

async function ours(folder: string): Promise<Rival> {
  const home = join(folder, 'cw');
  const file = join(folder, 'tasks.jsonl');
  writeFileSync(
    file,
    numbers((n) => JSON.stringify({ id: `b-${n}`, title: titleOf(n), description: textFor(n) })).join('\n'),
  );
  await cw(home, 'task', 'import', '--format', 'beads', file);
  const run = runner(programs.folder, home, { CW_HOME: home });
  return { name: 'cw', rounds: 30, list: () => run('task', 'ready'), create: () => run('task', 'create', 'One more') };
}

function backlog(folder: string, bin: string): Rival {
  const cwd = join(folder, 'backlog');
  mkdirSync(cwd);
  const run = runner(join(bin, 'backlog'), cwd, { HOME: folder });
  run('init', 'bench', '--defaults', '--integration-mode', 'none', '--no-git');
  run('task', 'create', titleOf(0), '--description', textFor(0));
  const tasks = join(cwd, 'backlog/tasks');
  const first = readFileSync(join(tasks, `task-1 - ${fileName(0)}.md`), 'utf8');
  for (let n = 1; n < count; n += 1) {
    const text = first.replaceAll('TASK-1\n', `TASK-${n + 1}\n`).replaceAll(titleOf(0), titleOf(n));
    writeFileSync(join(tasks, `task-${n + 1} - ${fileName(n)}.md`), text);
  }
  const list = () => run('task', 'list', '--plain');
  return { name: 'Backlog.md', rounds: 15, list, create: () => run('task', 'create', 'One more', '--plain') };
}

function taskMaster(folder: string, bin: string): Rival {
  const cwd = join(folder, 'task-master');
  mkdirSync(cwd);
  const run = runner(join(bin, 'task-master'), cwd, { HOME: folder });
  run('init', '-y', '--name=bench');
  const tasks = numbers((n) => ({
    ...{ id: n + 1, title: titleOf(n), description: textFor(n), details: '', testStrategy: '' },
    ...{ status: 'pending', priority: 'medium', dependencies: [], subtasks: [] },
  }));
  const at = '2026-01-01T00:00:00.000Z';
  mkdirSync(join(cwd, '.taskmaster/tasks'), { recursive: true });
  const content = { master: { tasks, metadata: { created: at, updated: at, description: 'bench' } } };
  writeFileSync(join(cwd, '.taskmaster/tasks/tasks.json'), JSON.stringify(content, null, 2));
  const create = () => run('add-task', '--title=One more', '--description=What to do');
  return { name: 'task-master-ai', rounds: 4, list: () => run('next'), create };
}

function runner(program: string, cwd: string, env: Readonly<Record<string, string>>) {
  return (...args: readonly string[]): void => {
    execFileSync(program, args, { cwd, env: cleanEnv(env), stdio: 'ignore' });
  };
}

function msOf(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function numbers<T>(make: (n: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, n) => make(n));
}

const titleOf = (n: number) => `Make part ${n} of it`;
const fileName = (n: number) => titleOf(n).replaceAll(' ', '-');
const textFor = (n: number) => `What there is to do in part ${n}, in a sentence or two of ordinary length.`;
