import { readSandboxState } from '@cw/agents';
import type { NotStarted } from '@cw/entry';
import type { ReadDb } from '@cw/storage';
import { measureRoom } from '../adapters/measure-room.ts';
import type { Blocker } from './blocker.ts';
import { judgeTask } from './choose-task.ts';
import { sayBlocker, stepsFor } from './say-blocker.ts';

/** A reason for which a task is not started, with how it is said. */
export type WaitView = Blocker & NotStarted;

/** What keeps a task from being started that was assigned and is ready, by its whole id; of any other nothing. */
export async function listWaits(
  { read, home }: { readonly read: ReadDb; readonly home: string },
  taskId: string,
): Promise<readonly WaitView[]> {
  const { blockers } = await judgeTask(read, { measureRoom, sandbox: readSandboxState(home) }, taskId);
  return blockers.map((blocker) => ({
    ...blocker,
    message: sayBlocker(blocker),
    hint: blocker.why === 'sandbox' ? blocker.advice.hint : undefined,
    next: stepsFor(blocker, taskId),
  }));
}
