import type { Clock } from '@cw/kernel';
import { boundTo, type Storage } from '@cw/storage';
import { countStates } from './queries/count-states.ts';
import { monitorToday } from './queries/monitor-projects.ts';

/** How the tasks, runs and agents of one workspace stand. */
export function createStatesModule(workspace: { readonly storage: Pick<Storage, 'read'>; readonly clock: Clock }) {
  const { clock, storage } = workspace;
  const { read } = storage;
  return {
    queries: { ...boundTo(read, { counts: countStates }), ...boundTo({ clock, read }, { monitors: monitorToday }) },
  };
}

export type StatesModule = ReturnType<typeof createStatesModule>;
