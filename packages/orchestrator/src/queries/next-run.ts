import { type CreateRun, canGoOn, isHandover, lastConversation, listAttempts, type RunRecord } from '@cw/agents';
import type { ReadDb } from '@cw/storage';
import { findRetry } from './find-rests.ts';

type Asked = Pick<RunRecord, 'taskId' | 'projectId' | 'provider'> & {
  /** Accounts that it may begin with, the one to take first; null: without one. */
  readonly accountIds: readonly (string | null)[];
};

/**
 * How the next run of a task begins: with the conversation of its last one where that was decided and the account that has
 * it is free, in its worktree with a conversation of its own where it was handed over, else afresh.
 */
export async function nextRun(
  db: ReadDb,
  { taskId, projectId, provider, accountIds: [first = null, ...others] }: Asked,
): Promise<Pick<CreateRun, 'model' | 'note' | 'resumes' | 'sessionId' | 'accountId'>> {
  const retry = await findRetry(db, taskId);
  if (retry === undefined) return { model: null, accountId: first };
  const attempts = await listAttempts(db, taskId);
  const last = lastConversation(attempts);
  if (last === undefined || attempts.at(-1)?.id !== retry.runId) return { model: null, accountId: first };
  const { model, note } = retry;
  const fresh = { model, note, accountId: first };
  // A task that was moved has another worktree, and a conversation goes on only in its own.
  if (last.projectId !== projectId) return fresh;
  // One that was handed the work and never spoke has no conversation to go on with.
  if (retry.handover || (retry.resume && last.turns === 0 && isHandover(last, attempts))) {
    const left = attempts.findLast(isPlaced);
    return left === undefined ? fresh : { ...fresh, resumes: left.id };
  }
  const same = last.provider === provider && [first, ...others].includes(last.accountId);
  if (!retry.resume || !same || !canGoOn(last) || last.sessionId === null) return fresh;
  return { model, note, accountId: last.accountId, resumes: last.id, sessionId: last.sessionId };
}

function isPlaced({ worktree, branch, baseSha }: RunRecord): boolean {
  return worktree !== null && branch !== null && baseSha !== null;
}
