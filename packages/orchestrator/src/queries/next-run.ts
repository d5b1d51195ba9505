import { canGoOn, listAttempts, type NewRunInput, type RunRecord } from '@cw/agents';
import type { ReadDb } from '@cw/storage';
import { findRetry } from './find-rests.ts';

/**
 * How the next run of a task begins: with the conversation of its last one where that was decided and the same account
 * goes on with it, else afresh.
 */
export async function nextRun(
  db: ReadDb,
  { taskId, provider, accountId }: Pick<RunRecord, 'taskId' | 'provider' | 'accountId'>,
): Promise<Pick<NewRunInput, 'model' | 'note' | 'resumes' | 'sessionId'>> {
  const retry = await findRetry(db, taskId);
  if (retry === undefined) return { model: null };
  const last = (await listAttempts(db, taskId)).at(-1);
  if (last === undefined || last.id !== retry.runId) return { model: null };
  const { model, note } = retry;
  const same = last.provider === provider && last.accountId === accountId;
  if (!retry.resume || !same || !canGoOn(last) || last.sessionId === null) return { model, note };
  return { model, note, resumes: last.id, sessionId: last.sessionId };
}
