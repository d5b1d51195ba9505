import { join } from 'node:path';

/** Folders of a run that its sandbox shows elsewhere. */
export const runFolders = { temp: 'tmp', door: 'door' } as const;

/** The folder with the sockets by which a run in its sandbox reaches what serves it outside. */
export function doorFolder(logDir: string): string {
  return join(logDir, runFolders.door);
}
