import type { Repair } from '@cw/storage';
import { rebuildSearch, recountTasks } from './adapters/rebuild-derived.ts';
import { expireLeases } from './commands/expire-leases.ts';
import { run } from './run.ts';

/** What can be mended without touching anybody's work. */
export const taskRepairs: readonly Repair[] = [
  {
    name: 'tasks.counters',
    about: 'recount what is derived from tasks, their dependencies, labels and dates',
    run: ({ transact }) => transact(recountTasks),
  },
  {
    name: 'tasks.search',
    about: 'rebuild the search indexes from tasks and comments',
    run: ({ transact }) => transact(rebuildSearch),
  },
  {
    name: 'tasks.leases',
    about: 'reopen tasks whose lease has expired',
    run: async ({ transact, act }) => (await run({ storage: { transact } }, expireLeases, act)).length,
  },
];
