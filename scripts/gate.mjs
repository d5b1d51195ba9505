// The gate: runs its stages in two lanes beside each other, stops at the first that fails, and says at the end how long
// each took, which test files were slowest and which tests are flaky. It only prints; it never writes a tracked file.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changePlan, wholePlan } from './gate/plan.mjs';
import { rerunAlone } from './gate/rerun.mjs';
import { runPhases } from './gate/run-phases.mjs';
import { stageNames } from './gate/stages.mjs';
import { printSummary } from './gate/summary.mjs';

async function main(args) {
  if (args.includes('--list')) {
    console.log(stageNames.join('\n'));
    return 0;
  }
  const plan = args[0] === '--changed' ? changePlan(args[1]) : wholePlan(args);
  const started = performance.now();
  const work = mkdtempSync(join(tmpdir(), 'cw-gate-'));
  try {
    const stages = await runPhases(plan, work);
    const reruns = await rerunAlone(stages, work);
    return printSummary({ stages, reruns, ms: performance.now() - started });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    console.error(error.message);
    console.log('0 passed, 1 failed');
    process.exitCode = 1;
  },
);
