import { asking } from './asking.ts';
import { chaos } from './chaos.ts';
import { runClaimer } from './claimer.ts';
import { claims } from './claims.ts';
import { commands } from './commands.ts';
import { dashboardViews } from './dashboard-views.ts';
import type { Benchmark } from './harness/benchmark.ts';
import { printOutcome, writeSection } from './harness/report.ts';
import { idle } from './idle.ts';
import { importing } from './import.ts';
import { list } from './list.ts';
import { live } from './live.ts';
import { log } from './log.ts';
import { mcp } from './mcp.ts';
import { ready } from './ready.ts';
import { rivals } from './rivals.ts';
import { starts } from './starts.ts';
import { tracker } from './tracker.ts';
import { twentyAgents } from './twenty-agents.ts';
import { fourAtOnce, twentyTasks } from './twenty-tasks.ts';

const all: readonly Benchmark[] = [
  ready,
  tracker,
  commands,
  starts,
  claims,
  importing,
  rivals,
  twentyTasks,
  live,
  list,
  dashboardViews,
  log,
  mcp,
  idle,
  chaos,
  fourAtOnce,
  twentyAgents,
  asking,
];

async function main(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !all.some((benchmark) => benchmark.name === name));
  if (unknown.length > 0) throw new Error(`There is no benchmark ${unknown.join(', ')}.`);
  for (const benchmark of all) {
    if (names.length > 0 && !names.includes(benchmark.name)) continue;
    console.error(`${benchmark.name} …`);
    const outcome = await benchmark.run();
    printOutcome(benchmark, outcome);
    writeSection(benchmark, outcome);
  }
}

const [first, home = '', name = ''] = process.argv.slice(2);
const work = first === '--claimer' ? runClaimer(home, name) : main(process.argv.slice(2));
work.catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
