import type { ProviderAbilities } from './provider-abilities.ts';
import type { RunRecord } from './run.ts';

export type Stopped = Pick<RunRecord, 'sessionId' | 'worktree' | 'branch' | 'baseSha' | 'turns' | 'resumes'>;

/** Whether another run could go on where this one stopped: with its conversation, in its worktree. */
export function couldGoOn(run: Stopped, { conversation }: Pick<ProviderAbilities, 'conversation'>): boolean {
  const placed = run.worktree !== null && run.branch !== null && run.baseSha !== null;
  // A conversation in which nobody has answered yet may not have been kept.
  const begun = run.turns > 0 || run.resumes !== null;
  return conversation && run.sessionId !== null && placed && begun;
}

/** Whether a run goes on in the worktree of an earlier one, with a conversation of its own. @param attempts of one task */
export function isHandover(
  run: Pick<RunRecord, 'resumes' | 'sessionId'>,
  attempts: readonly Pick<RunRecord, 'id' | 'sessionId'>[],
): boolean {
  const before = attempts.find(({ id }) => id === run.resumes);
  return before !== undefined && before.sessionId !== run.sessionId;
}

/** Whether what a run found in its worktree goes back to such a hand-over. */
export function followsHandover(
  run: Pick<RunRecord, 'resumes' | 'sessionId'>,
  attempts: readonly Pick<RunRecord, 'id' | 'resumes' | 'sessionId'>[],
): boolean {
  if (isHandover(run, attempts)) return true;
  const before = attempts.find(({ id }) => id === run.resumes);
  return before !== undefined && followsHandover(before, attempts);
}

/**
 * Who has the conversation that a further run of the task would go on with: the last run, or, where its agent was never
 * started, the one that it was to go on with.
 * @param attempts of one task, the first one first
 */
export function lastConversation<T extends Pick<RunRecord, 'id' | 'startedAt' | 'resumes' | 'sessionId'>>(
  attempts: readonly T[],
): T | undefined {
  let run = attempts.at(-1);
  while (run !== undefined && run.startedAt === null && run.resumes !== null && !isHandover(run, attempts)) {
    const { resumes } = run;
    run = attempts.find(({ id }) => id === resumes);
  }
  return run;
}
