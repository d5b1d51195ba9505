import { canGoOn, lastConversation, listAttempts, type NewRunInput, type RunRecord } from '@cw/agents';
import type { ReadDb } from '@cw/storage';
import { findRetry } from './find-rests.ts';

type Asked = Pick<RunRecord, 'taskId' | 'provider'> & {
  /** Accounts that it may begin with, the one to take first; null: without one. */
  readonly accountIds: readonly (string | null)[];
};

/**
 * How the next run of a task begins: with the conversation of its last one where that was decided and the account that has
 * it is free, else afresh.
 */
export async function nextRun(
  db: ReadDb,
  { taskId, provider, accountIds: [first = null, ...others] }: Asked,
): Promise<Pick<NewRunInput, 'model' | 'note' | 'resumes' | 'sessionId' | 'accountId'>> {
  const retry = await findRetry(db, taskId);
  if (retry === undefined) return { model: null, accountId: first };
  const attempts = await listAttempts(db, taskId);
  const last = lastConversation(attempts);
  if (last === undefined || attempts.at(-1)?.id !== retry.runId) return { model: null, accountId: first };
  const { model, note } = retry;
  const same = last.provider === provider && [first, ...others].includes(last.accountId);
  if (!retry.resume || !same || !canGoOn(last) || last.sessionId === null) return { model, note, accountId: first };
  return { model, note, accountId: last.accountId, resumes: last.id, sessionId: last.sessionId };
}
