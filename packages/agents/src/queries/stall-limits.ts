import { readSetting, type ScopeIds } from '@cw/config';
import type { ReadDb } from '@cw/storage';
import { stallAskedKey, stallEndedKey, stallShownKey } from '../agents-config.ts';
import type { StallLimits } from '../model/stall.ts';

/** After how long a silence what is done about a run of this project and task, as it is set now. */
export async function stallLimits(db: ReadDb, scope: ScopeIds): Promise<StallLimits> {
  const [shown, asked, ended] = await Promise.all([
    readSetting(db, stallShownKey, scope),
    readSetting(db, stallAskedKey, scope),
    readSetting(db, stallEndedKey, scope),
  ]);
  return { shownMs: shown.value * 1000, askedMs: asked.value * 1000, endedMs: ended.value * 1000 };
}
