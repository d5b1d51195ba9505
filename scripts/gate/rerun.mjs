import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../files.mjs';
import { run } from './run-phases.mjs';
import { readReport, vitestCommand } from './vitest.mjs';

/** More failures than this are no chance: nothing is run again. */
const mostReruns = 8;

/**
 * Runs each test that failed once more, by itself and alone on the machine, where its stage allows that and nothing
 * else failed.
 * @returns `{ stage, file, name, said, passed, kept }` for each; `kept` is the folder with what was said both times
 */
export async function rerunAlone(stages, work) {
  const failed = stages.flatMap((stage) => stage.tests?.failed.map((test) => ({ ...test, stage })) ?? []);
  const isHopeless = stages.some(({ state }) => state === 'failed') || failed.length > mostReruns;
  if (isHopeless) return [];
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const reruns = [];
  for (const [index, test] of failed.entries()) {
    console.log(`\n== again, alone: ${test.file}${test.name ? ` > ${test.name}` : ''}`);
    const kept = join(root, '.e2e-artifacts/flaky', stamp, String(index + 1));
    mkdirSync(kept, { recursive: true });
    writeFileSync(join(kept, 'first.txt'), `${test.file}\n${test.name ?? ''}\n\n${test.said}\n`);
    reruns.push({ ...test, kept, passed: await passesAlone(test, { work, kept, index }) });
  }
  return reruns;
}

async function passesAlone({ stage, file, name }, { work, kept, index }) {
  const report = join(work, `again-${index}.json`);
  const { command, env } = vitestCommand({ ...stage, files: [file], only: name, report, workers: 1 });
  const { code, output } = await run(command, { env, heldIn: join(kept, 'second.txt') });
  console.log(output.trimEnd());
  return code === 0 && readReport(report).passed > 0;
}
