import { commandsOver } from '@cw/storage';
import { sqliteTaskStore } from './adapters/sqlite-task-store.ts';

/** How the tracker's commands are run. */
export const { bind, rehearse, run, transact, within } = commandsOver(sqliteTaskStore);
