import { readSetting } from '@cw/config';
import type { RunLimit } from '@cw/kernel';
import type { ReadDb } from '@cw/storage';
import { runLimitKeys } from '../messages-config.ts';

/** How much of something the run of a task may make in all, as it is set now. */
export async function runLimit(
  db: ReadDb,
  what: keyof typeof runLimitKeys,
  { projectId, taskId }: { readonly projectId: string; readonly taskId: string },
): Promise<RunLimit> {
  const key = runLimitKeys[what];
  const { value } = await readSetting(db, key, { project: projectId, task: taskId });
  return { most: value, setting: key.key };
}
