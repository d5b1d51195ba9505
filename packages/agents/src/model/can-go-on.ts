import type { ProviderName } from './provider-name.ts';
import type { RunRecord } from './run.ts';

/** Programs that keep their conversations, so that a later process can go on with one. */
const keepConversations: ReadonlySet<ProviderName> = new Set(['claude']);

/** Whether another run could go on where this one stopped: with its conversation, in its worktree. */
export function canGoOn(
  run: Pick<RunRecord, 'provider' | 'sessionId' | 'worktree' | 'branch' | 'baseSha' | 'turns' | 'resumes'>,
): boolean {
  const placed = run.worktree !== null && run.branch !== null && run.baseSha !== null;
  // A conversation in which nobody has answered yet may not have been kept.
  const begun = run.turns > 0 || run.resumes !== null;
  return keepConversations.has(run.provider) && run.sessionId !== null && placed && begun;
}
