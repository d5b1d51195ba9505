import { join } from 'node:path';
import { claudeProgram, modelEnv, type ScriptedModel, startScriptedModel, type TempRepo, tempDir } from '@cw/testkit';
import type { Benchmark, Figure } from './harness/benchmark.ts';
import { connectLive } from './harness/live-client.ts';
import { processorTime } from './harness/processor-time.ts';
import { cw, mustBeBuilt, programs, startServer, textOf } from './harness/program.ts';
import { median, shuffled } from './harness/statistics.ts';
import { runPlainLoop, type Took } from './plain-loop.ts';
import { isMerged, sampleRepo, taskTitle, workOnTasks } from './twenty-samples.ts';

const count = 20;
/** How long the model takes for an answer, in milliseconds. Real ones take seconds. */
const paces = [
  { what: 'at once', thinking: 0, rounds: 5 },
  { what: 'after 0.5 s', thinking: 500, rounds: 2 },
] as const;

const pacesOfFour = [
  { what: 'after 0.5 s', thinking: 500, rounds: 3 },
  { what: 'after 2 s', thinking: 2000, rounds: 2 },
] as const;

/** How many tasks at a time, and what the ratio may be. */
type Setting = { readonly places: number; readonly goal: number };

export const twentyTasks: Benchmark = {
  name: 'twenty-tasks',
  title: 'Twenty tasks, two at a time',
  method:
    'The real `claude` with a scripted model: look around, write a file, check it, finish. That is four requests per task, answered at once or after half a second. One side is a shell loop that runs `git worktree add`, `claude -p`, `git commit` and `git merge` for each task, two tasks at a time. The other is a running server with `orchestrator.maxConcurrent` 2 and a project without checks, timed from `cw assign` of all twenty tasks until the last one is merged and closed. Each round runs both in random order, on separate repositories. A model that answers at once leaves only overhead to compare; with a real model, both sides spend most of their time waiting. Processor time includes everything each side started, agents too; unlike wall time, it hardly depends on what else the machine is doing.',
  run: async () => {
    mustBeBuilt(programs.folder);
    const figures = [];
    for (const pace of paces) figures.push(...(await measureAt(pace, { places: 2, goal: 1.3 })));
    return { told: `${count} tasks, ${paces.map(({ rounds }) => rounds).join(' and ')} rounds`, figures };
  },
};

export const fourAtOnce: Benchmark = {
  name: 'four-at-once',
  title: 'Twenty tasks, four at a time',
  method: `The same as “${twentyTasks.title}”, but with four tasks at a time on both sides, and a model that takes half a second for each answer, or two seconds, which is what a fast real model takes.`,
  run: async () => {
    mustBeBuilt(programs.folder);
    const figures = [];
    for (const pace of pacesOfFour) figures.push(...(await measureAt(pace, { places: 4, goal: 1.15 })));
    return { told: `${count} tasks, ${pacesOfFour.map(({ rounds }) => rounds).join(' and ')} rounds`, figures };
  },
};

type Pace = { readonly what: string; readonly thinking: number; readonly rounds: number };

async function measureAt({ what, thinking, rounds }: Pace, { places, goal }: Setting): Promise<readonly Figure[]> {
  await using model = await startScriptedModel();
  workOnTasks(model, count, thinking);
  const times: Record<'loop' | 'cw', Took[]> = { loop: [], cw: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of shuffled(['loop', 'cw'] as const)) {
      times[kind].push(await (kind === 'loop' ? withLoop : withServer)(model, places));
    }
  }
  const wall = compared(times, 'wall');
  const processor = compared(times, 'processor');
  return [
    { what: `${what}: shell loop, by the clock`, measured: wall.loop },
    {
      what: `${what}: \`cw --server\`, by the clock`,
      measured: wall.cw,
      goal: `at most ${goal} ×`,
      met: wall.ratio <= goal,
    },
    { what: `${what}: the fastest round of each, by the clock`, measured: wall.fastest },
    { what: `${what}: shell loop, processor time`, measured: processor.loop },
    { what: `${what}: \`cw --server\`, processor time`, measured: processor.cw },
  ];
}

function compared(times: Readonly<Record<'loop' | 'cw', readonly Took[]>>, kind: keyof Took) {
  const ratio = median(times.cw.map((took, round) => took[kind] / (times.loop[round]?.[kind] ?? Number.NaN)));
  const middle = (side: readonly Took[]) => seconds(median(side.map((took) => took[kind])));
  const [loop, cw] = [times.loop, times.cw].map((side) => Math.min(...side.map((took) => took[kind])));
  const fastest = `${((cw ?? 0) / (loop ?? Number.NaN)).toFixed(2)} × (${seconds(cw ?? 0)} to ${seconds(loop ?? 0)})`;
  return { ratio, fastest, loop: middle(times.loop), cw: `${ratio.toFixed(2)} × (${middle(times.cw)})` };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

async function withLoop(model: ScriptedModel, places: number): Promise<Took> {
  await using dir = await tempDir('cw-bench');
  await using repo = await sampleRepo();
  const took = await runPlainLoop({ repo: repo.path, work: dir.path, url: model.url, titles: titles(), places });
  await mustHoldAll(repo, 'HEAD');
  return took;
}

async function withServer(model: ScriptedModel, places: number): Promise<Took> {
  await using dir = await tempDir('cw-bench');
  await using repo = await sampleRepo();
  const home = join(dir.path, 'home');
  await cw(home, 'project', 'add', repo.path, '--name', 'bench');
  await cw(home, 'account', 'add', 'scripted', '--provider', 'claude', ...accountArgs(dir.path, model.url));
  await cw(home, 'config', 'set', 'agents.claude.command', claudeProgram());
  await cw(home, 'config', 'set', 'orchestrator.maxConcurrent', String(places));
  const ids: string[] = [];
  for (const title of titles()) ids.push(textOf(await cw(home, 'task', 'create', title), 'id'));
  await using server = await startServer(home);
  using page = await connectLive(server);
  const used = () => Object.values(processorTime(server.pid)).reduce((sum, ms) => sum + ms);
  const usedBefore = used();
  const before = performance.now();
  await cw(home, 'assign', ...ids);
  const closed = () =>
    new Set(page.events.flatMap(({ type, entity }) => (type === 'task.closed' ? [entity] : []))).size;
  const waits = await page.event(({ type }) => type === 'task.blocked' || closed() === count);
  const took = { wall: performance.now() - before, processor: used() - usedBefore };
  if (waits.type === 'task.blocked') {
    const task = await cw(home, 'task', 'show', waits.entity);
    throw new Error(`the task ${waits.entity} was not done: ${textOf(task, 'statusReason')}`);
  }
  await mustHoldAll(repo, 'cw/next');
  return took;
}

function accountArgs(dir: string, url: string): string[] {
  const env = Object.entries(modelEnv(url)).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  return ['--config-dir', join(dir, 'claude'), ...env];
}

function titles(): readonly string[] {
  return Array.from({ length: count }, (_, number) => taskTitle(number));
}

async function mustHoldAll(repo: TempRepo, ref: string): Promise<void> {
  const files = new Set(await repo.files(ref));
  const missing = titles().filter((_, number) => !isMerged(files, number));
  if (missing.length > 0) throw new Error(`not merged into ${ref}: ${missing.join(', ')}`);
}
