// What keeps a workspace well beside the loop that does its work: it removes what nobody needs any more, notices when the
// loop stands still, and tells people outside of what waits for them. It refuses to remove
// what is dirty, unmerged, in use or told of a failure, and to start, stop or decide anything about a task.
export { type Beside, beginUpkeep } from './begin-upkeep.ts';
export { upkeepConfigKeys } from './config-keys.ts';
export type { Cleaning } from './model/cleaning.ts';
export type { Standstill, WatchdogView } from './model/watchdog-view.ts';
export { upkeepRefreshes } from './refreshes.ts';
export { createUpkeepModule, type UpkeepModule } from './upkeep.module.ts';
export { readWatchdog } from './watchdog/read-watchdog.ts';
