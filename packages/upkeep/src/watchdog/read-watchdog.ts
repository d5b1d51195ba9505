import { readSetting } from '@cw/config';
import type { ReadDb } from '@cw/storage';
import { readStandstill } from '../adapters/watchdog.ts';
import { watchdogAfter, watchdogKey } from '../config-keys.ts';
import type { WatchdogView } from '../model/watchdog-view.ts';

/**
 * How it stands with the watchdog of a workspace, from its settings and from what it last told.
 * @param watching whether it watches at this moment, as far as the caller knows
 */
export async function readWatchdog(read: ReadDb, home: string, watching: boolean): Promise<WatchdogView> {
  return {
    mode: (await readSetting(read, watchdogKey)).value,
    watching,
    afterSeconds: (await readSetting(read, watchdogAfter)).value,
    last: readStandstill(home),
  };
}
