import type { Workspace } from '@cw/entry';
import { boundTo } from '@cw/storage';
import { cleanUp, cleanUpDeps } from './cleaning/clean-up.ts';

/** What is asked of upkeep by any process of one workspace, whether or not it is the one that dispatches. */
export function createUpkeepModule(workspace: Workspace) {
  return { commands: boundTo(cleanUpDeps(workspace), { cleanUp }) };
}

export type UpkeepModule = ReturnType<typeof createUpkeepModule>;
