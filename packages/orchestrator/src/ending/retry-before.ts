import { listAttempts, type RunRecord } from '@cw/agents';
import type { Tx } from '@cw/storage';
import { restStore } from '../adapters/rest-store.ts';
import type { Retry } from '../model/rest.ts';

/** What was decided before this run about how it begins. */
export async function retryBefore(tx: Tx, run: RunRecord): Promise<Retry | undefined> {
  const retry = await restStore(tx).findRetry(run.taskId);
  if (retry === undefined) return undefined;
  const previous = (await listAttempts(tx, run.taskId)).findLast(({ attempt }) => attempt < run.attempt);
  return previous?.id === retry.runId ? retry : undefined;
}
