import { listAttempts, type RunRecord, type Verdict } from '@cw/agents';
import { isFault } from '@cw/kernel';
import type { Driving } from '../deps.ts';
import type { FailedRun } from '../retry/decide.ts';
import { loginOf } from '../steps/spawn-agent.ts';

type Refused = {
  readonly verdict: Pick<Verdict, 'failure'>;
  readonly progress?: { readonly counts: { readonly turns: number } };
};

/**
 * Has a sign-in renewed with which a run was refused. A run that was given a renewed one, and that the model did not answer
 * even once, is not helped by another.
 * @returns undefined where that is not tried: nothing was refused, or its program renews the sign-in itself
 */
export async function renewRefused(
  deps: Driving,
  run: RunRecord,
  { verdict, progress }: Refused,
): Promise<FailedRun['renewal']> {
  if (verdict.failure !== 'login') return undefined;
  const before = (await listAttempts(deps.storage.read, run.taskId)).findLast(
    ({ attempt, startedAt }) => attempt < run.attempt && startedAt !== null,
  );
  if (before?.failure === 'login' && (progress?.counts.turns ?? 0) === 0) return 'unchanged';
  try {
    const renewed = await deps.agents.renewSignIn(run, await loginOf(deps, run));
    return renewed === 'elsewhere' ? undefined : renewed;
  } catch (error) {
    // The account or its program is not there any more.
    if (isFault(error)) return 'unable';
    throw error;
  }
}
