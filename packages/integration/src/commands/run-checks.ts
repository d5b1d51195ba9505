import { type NamedCheck, readCheck } from '@cw/projects/contract';
import type { CheckReason } from '../model/merge-reason.ts';
import type { CheckRun } from '../ports/merge-bench.ts';
import { advance, endUnmerged, putBack, told } from './merge-steps.ts';
import type { InHand, QueueDeps } from './queue-deps.ts';

/**
 * Sets the merge worktree up at the merge and runs the project's checks there, one by one, until one does not pass.
 * Without checks the request is marked unchecked, and nothing is run.
 * @returns true when the merge may go on; otherwise the request has been ended or put back
 */
export async function runChecks(deps: QueueDeps, hand: InHand): Promise<boolean> {
  const { request, project, signal, isUnchanged } = hand;
  const { targetSha, mergeSha } = request;
  if (mergeSha === null) throw new Error(`merge request ${request.id} was not prepared`);
  const { checks } = project;
  const verdict = checks.length === 0 ? 'unchecked' : 'running';
  await deps.transact((store) => store.addChecks(request.id, request.attempt, checks));
  await advance(deps, request, { state: 'checking', targetSha, mergeSha, verdict });
  if (checks.length === 0) return true;
  await deps.bench.setUp({ request, project, signal }, mergeSha);
  for (const [position, line] of checks.entries()) {
    const { name, command } = readCheck(line);
    const run = await runOne(deps, hand, { position, name, command });
    if (run.kind === 'stopped') {
      await putBack(deps, request, { code: 'merge.put-back', how: 'queue-stopped' });
      return false;
    }
    if (run.kind !== 'passed') {
      const { kind: how, exitCode } = run;
      const seconds = project.checkTimeout;
      const reason: CheckReason = { code: 'merge.check-failed', name, command, how, exitCode, seconds };
      const failed = run.kind === 'timed-out' ? 'timed-out' : 'failed';
      const output = await deps.bench.lastLines({ request, position });
      await endUnmerged(deps, request, { state: 'checks-failed', reason, verdict: failed, output, isUnchanged });
      return false;
    }
  }
  await deps.transact((store) => store.change(request.id, { verdict: 'passed' }));
  return true;
}

type Check = NamedCheck & { readonly position: number };

async function runOne(deps: QueueDeps, { request, project, signal }: InHand, check: Check): Promise<CheckRun> {
  const { position, name, command } = check;
  const place = { id: request.id, attempt: request.attempt, position };
  await deps.transact((store) => store.changeCheck(place, { verdict: 'running', startedAt: store.at }));
  const run = await deps.bench.runCheck({ request, project, position, command, signal });
  const { kind, exitCode, durationMs } = run;
  const verdict = { passed: 'passed', 'timed-out': 'timed-out', stopped: 'pending', failed: 'failed' } as const;
  const ended = kind === 'not-runnable' ? 'failed' : verdict[kind];
  await deps.transact(async (store) => {
    await store.changeCheck(place, { verdict: ended, exitCode, durationMs });
    const payload = { ...told(request), position, name, command, verdict: ended, exitCode, durationMs };
    await store.append({ type: 'merge.check-ended', entity: request.id, payload }, deps.act);
  });
  return run;
}
