import type { Workspace } from '@cw/entry';
import type { Act } from '@cw/kernel';
import { cleanUp } from './cleaning/clean-up.ts';

export type UpkeepModule = ReturnType<typeof createUpkeepModule>;

/** What is asked of upkeep by any process, whether or not it is the one that dispatches. */
export function createUpkeepModule({ home, clock, storage: { read, transact } }: Workspace) {
  return {
    /** Removes what nobody needs any more, or says what would go. */
    cleanUp: (input: { readonly dryRun: boolean }, act: Act) => cleanUp({ home, clock, read, transact }, input, act),
  };
}
