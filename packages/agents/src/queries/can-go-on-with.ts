import type { ReadDb } from '@cw/storage';
import { canGoOn } from '../can-go-on.ts';
import { lastConversation } from '../model/can-go-on.ts';
import { listAttempts } from './find-runs.ts';

/** Whether another run of a task could go on with the conversation of its last one; false: it can only begin afresh. */
export async function canGoOnWith(db: ReadDb, taskId: string): Promise<boolean> {
  const last = lastConversation(await listAttempts(db, taskId));
  return last !== undefined && canGoOn(last);
}
