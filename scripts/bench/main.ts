import type { Benchmark } from './harness/benchmark.ts';
import { printOutcome, writeSection } from './harness/report.ts';
import { idle } from './idle.ts';
import { live } from './live.ts';
import { ready } from './ready.ts';
import { tracker } from './tracker.ts';
import { twentyTasks } from './twenty-tasks.ts';

const all: readonly Benchmark[] = [ready, tracker, twentyTasks, live, idle];

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

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
