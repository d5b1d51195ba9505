import type { ReadDb } from '@cw/storage';

/** Whether a further run of a task could go on with the conversation of its last one. */
export type CanGoOnWith = (db: ReadDb, taskId: string) => Promise<boolean>;
