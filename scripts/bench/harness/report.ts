import { readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, totalmem, type } from 'node:os';
import { join } from 'node:path';
import type { Benchmark, Figure, Outcome } from './benchmark.ts';
import { root } from './program.ts';

const page = join(root, 'docs/benchmarks.md');

export function printOutcome({ title }: Benchmark, { figures, told }: Outcome): void {
  console.log(`\n${title} (${told})`);
  const wide = Math.max(...figures.map(({ what }) => what.length));
  for (const figure of figures) console.log(`  ${figure.what.padEnd(wide)}  ${figure.measured}  ${verdict(figure)}`);
}

/**
 * Puts a result into its own section of the page, in place of the last one.
 * @throws Error when the page has no section of that name
 */
export function writeSection(benchmark: Benchmark, outcome: Outcome): void {
  const [from, to] = [`<!-- ${benchmark.name} -->`, `<!-- /${benchmark.name} -->`];
  const text = readFileSync(page, 'utf8');
  const start = text.indexOf(from);
  const end = text.indexOf(to);
  if (start < 0 || end < start) throw new Error(`docs/benchmarks.md has no section ${benchmark.name}.`);
  writeFileSync(page, `${text.slice(0, start + from.length)}\n${section(benchmark, outcome)}\n${text.slice(end)}`);
}

function section({ name, title, method }: Benchmark, { figures, told }: Outcome): string {
  const rows = figures.map(
    (figure) => `| ${figure.what} | ${figure.measured} | ${figure.goal ?? ''} | ${met(figure)} |`,
  );
  return [
    `## ${title}`,
    '',
    method,
    '',
    ['| figure | measured | goal | met |', '| --- | --- | --- | --- |', ...rows].join('\n'),
    '',
    `${new Date().toISOString().slice(0, 10)}, ${machine()}; ${told}. \`scripts/bench/run ${name}\``,
  ].join('\n');
}

function machine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const model = first?.model.trim() || 'unnamed processor';
  return `${cpus().length} cores (${model}), ${memory} GiB, ${type()} ${arch()}, Node ${process.versions.node}`;
}

function met(figure: Figure): string {
  if (figure.met === undefined) return '';
  return figure.met ? 'yes' : '**no**';
}

function verdict({ goal, met }: Figure): string {
  return goal === undefined ? '' : `${met ? 'met' : 'MISSED'} (${goal})`;
}
