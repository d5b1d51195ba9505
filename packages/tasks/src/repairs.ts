import type { Repair } from '@cw/storage';
import { rebuildSearch, recountTasks } from './adapters/rebuild-derived.ts';
import { sqliteTaskStore } from './adapters/sqlite-task-store.ts';
import { expireWithin } from './commands/expire-leases.ts';

/** What can be mended without touching anybody's work. */
export const taskRepairs: readonly Repair[] = [
  {
    name: 'tasks.counters',
    about: 'count anew what is derived from tasks, their dependencies, labels and dates',
    run: ({ transact }) => transact(recountTasks),
  },
  {
    name: 'tasks.search',
    about: 'make the search indexes anew from the texts of tasks and comments',
    run: ({ transact }) => transact(rebuildSearch),
  },
  {
    name: 'tasks.leases',
    about: 'put tasks back among the open ones whose lease has expired',
    run: ({ transact, act }) => transact(async (tx) => (await expireWithin(sqliteTaskStore(tx), act)).length),
  },
];
