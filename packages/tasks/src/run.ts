import { commandsOver } from '@cw/storage';
import { taskStore } from './adapters/task-store.ts';

/** How the tracker's commands are run. */
export const { bind, rehearse, run, transact, within } = commandsOver(taskStore);
