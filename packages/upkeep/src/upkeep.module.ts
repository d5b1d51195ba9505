import type { Workspace } from '@cw/entry';
import type { Act, Result } from '@cw/kernel';
import { cleanUp } from './cleaning/clean-up.ts';
import type { Cleaning, CleaningFailure } from './model/cleaning.ts';

/** What is asked of it by any process, whether or not it is the one that dispatches. */
export type UpkeepModule = {
  /** Removes what nobody needs any more, or says what would go. */
  cleanUp(input: { readonly dryRun: boolean }, act: Act): Promise<Result<Cleaning, CleaningFailure>>;
};

export function createUpkeepModule({ home, clock, storage }: Workspace): UpkeepModule {
  const { read, transact } = storage;
  return { cleanUp: (input, act) => cleanUp({ home, clock, read, transact }, input, act) };
}
