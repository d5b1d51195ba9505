import type { RunTrace } from '../../model/stream/run-trace.ts';
import {
  cutShort,
  failed,
  lastLines,
  nothingSaid,
  type RunEnd,
  silent,
  stopped,
  type Verdict,
} from '../../model/verdict.ts';

/** Judges a run of a script: its exit code decides. */
export function judgeScript(trace: RunTrace, end: RunEnd): Verdict {
  if (end.stoppedBy !== null) return stopped(end.stoppedBy, undefined);
  if (end.silence != null) return silent(end.silence);
  const early = cutShort(end);
  if (early) return early;
  const lines = trace.lastOutput.filter((line) => line.trim() !== '');
  if (end.exitCode === 0) {
    return { ...nothingSaid, outcome: 'done', reason: null, summary: lines.at(-1) ?? 'The script ended well.' };
  }
  const last = lines.slice(-5).join('\n') || lastLines(end.errorOutput);
  return failed('script', { code: 'run.script-failed', exitCode: end.exitCode, lastLines: last });
}
