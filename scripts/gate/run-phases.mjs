import { spawn } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../files.mjs';
import { readReport, vitestCommand } from './vitest.mjs';

/**
 * Runs a plan. A stage that fails ends what runs beside it, and nothing further is begun; where only tests failed that
 * will be run again, the rest goes on.
 * @returns what came of each stage that was begun, in the order in which they ended
 */
export async function runPhases(phases, work) {
  const done = [];
  const stop = new AbortController();
  for (const phase of phases) {
    const lanes = phase.filter((lane) => lane.length > 0);
    await Promise.all(lanes.map((lane) => runLane(lane, { done, stop, work, beside: lanes.length > 1 })));
  }
  return done;
}

async function runLane(lane, { done, stop, work, beside }) {
  for (const stage of lane) {
    if (stop.signal.aborted) return;
    const result = await runStage(stage, { work, signal: stop.signal, beside });
    done.push(result);
    if (result.state === 'failed') stop.abort();
  }
}

/** Runs one stage. Beside another lane its output is held until it ends, so that two do not mix, unless it is the one that is seen. */
async function runStage(stage, { work, signal, beside: hasOther }) {
  const beside = hasOther && stage.live !== true;
  const started = performance.now();
  const report = join(work, `${stage.name}.json`);
  const { command, env } = stage.projects
    ? vitestCommand({ ...stage, report, statements: stage.recorded ? join(work, 'statements') : undefined })
    : stage;
  if (!beside) console.log(`\n== ${stage.name}`);
  const heldIn = beside ? join(work, `${stage.name}.log`) : undefined;
  const { code, output } = await run(command, { env, signal, heldIn });
  const tests = stage.projects ? readReport(report) : undefined;
  const state = stateOf(stage, { code, tests, wasStopped: signal.aborted });
  const ms = performance.now() - started;
  if (beside) console.log(`\n== ${stage.name}\n${output.trimEnd()}`.trimEnd());
  console.log(`== ${stage.name} ${state}, ${(ms / 1000).toFixed(1)} s`);
  return { ...stage, state, ms, tests };
}

/**
 * How a stage ended: `ok`, `failed`, `stopped` since another failed, or `again` where nothing but single tests failed
 * that may be run once more.
 */
function stateOf({ rerun, mayBeEmpty }, { code, tests, wasStopped }) {
  if (code === 0 && (tests?.passed !== 0 || mayBeEmpty)) return 'ok';
  if (wasStopped) return 'stopped';
  return rerun && tests.failed.length > 0 && tests.errors === 0 ? 'again' : 'failed';
}

/**
 * Runs a program to its end; a signal ends it with all that it started.
 * @param heldIn the file that its output goes to, and is answered from; by default it is printed as it comes
 */
export function run([command, ...args], { signal, heldIn, env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const held = heldIn === undefined ? undefined : createWriteStream(heldIn);
    const out = held ? 'pipe' : 'inherit';
    const options = { cwd: root, detached: true, stdio: ['ignore', out, out], env: { ...process.env, ...env } };
    const child = spawn(command, args, options);
    const end = () => endGroup(child.pid);
    signal?.addEventListener('abort', end);
    for (const name of ['SIGINT', 'SIGTERM']) process.on(name, end);
    for (const stream of held ? [child.stdout, child.stderr] : []) stream.pipe(held, { end: false });
    child.once('error', reject);
    child.once('close', (status) => {
      const code = status ?? 1;
      signal?.removeEventListener('abort', end);
      for (const name of ['SIGINT', 'SIGTERM']) process.removeListener(name, end);
      if (held) held.end(() => resolve({ code, output: readFileSync(heldIn, 'utf8') }));
      else resolve({ code, output: '' });
    });
  });
}

function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGTERM');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
