import { openEmptyStorage, systemClock } from '@cw/storage';
import { migrations } from '../assets.ts';
import { systemIds } from './system-ids.ts';
import type { OpenWorkspace } from './workspace.ts';

/** What a command that only looks is run with where there is no workspace: an empty one, of which nothing is kept. */
export function noWorkspace(home: string): OpenWorkspace {
  const storage = openEmptyStorage({ migrations: migrations() });
  return { home, clock: systemClock, ids: systemIds, storage, close: () => storage.close() };
}
