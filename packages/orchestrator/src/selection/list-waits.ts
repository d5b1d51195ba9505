import { createAccountsModule } from '@cw/accounts';
import type { Workspace } from '@cw/entry';
import { measureRoom } from '../adapters/measure-room.ts';
import { judgeTask } from './choose-task.ts';
import type { Hindrance } from './hindrance.ts';
import { sayHindrance } from './say-hindrance.ts';

/** A reason for which a task is not started, with how it is said. */
export type WaitView = Hindrance & { readonly message: string };

/** What keeps a task from being started that was assigned and is ready, by its whole id; of any other nothing. */
export async function listWaits(workspace: Workspace, taskId: string): Promise<readonly WaitView[]> {
  const deps = { accounts: createAccountsModule(workspace), measureRoom };
  const { hindrances } = await judgeTask(workspace.storage.read, deps, taskId);
  return hindrances.map((hindrance) => ({ ...hindrance, message: sayHindrance(hindrance) }));
}
