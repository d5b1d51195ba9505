import { readSandboxState } from '@cw/agents';
import type { NotStarted } from '@cw/entry';
import type { ReadDb } from '@cw/storage';
import { measureRoom } from '../adapters/measure-room.ts';
import { judgeTask } from './choose-task.ts';
import type { Hindrance } from './hindrance.ts';
import { sayHindrance, stepsFor } from './say-hindrance.ts';

/** A reason for which a task is not started, with how it is said. */
export type WaitView = Hindrance & NotStarted;

/** What keeps a task from being started that was assigned and is ready, by its whole id; of any other nothing. */
export async function listWaits(db: ReadDb, home: string, taskId: string): Promise<readonly WaitView[]> {
  const { hindrances } = await judgeTask(db, { measureRoom, sandbox: readSandboxState(home) }, taskId);
  return hindrances.map((hindrance) => ({
    ...hindrance,
    message: sayHindrance(hindrance),
    hint: hindrance.why === 'sandbox' ? hindrance.advice.hint : undefined,
    next: stepsFor(hindrance, taskId),
  }));
}
