import { type FSWatcher, watch } from 'node:fs';
import {
  isServerFileOf,
  readServerFile,
  removeServerFile,
  type ServerInfo,
  serverFilePath,
  writeServerFile,
} from '../http/server-file.ts';

export type Announcement = {
  /** Writes `server.json`, and from then on sees to it that it stays. */
  announce(): void;
  /** Takes the file away where it is this server's. */
  withdraw(): void;
};

export type AnnouncementOptions = {
  readonly home: string;
  readonly info: ServerInfo;
  /** Whether the file has to be this server's even where another one has written it. */
  readonly isFirst: () => boolean;
  readonly onError: (error: Error) => void;
};

/**
 * How a server is found by other processes: its `server.json`. One that is deleted, broken or written over while the
 * server runs is written again, at once and without looking in between.
 */
export function createAnnouncement({ home, info, isFirst, onError }: AnnouncementOptions): Announcement {
  let watcher: FSWatcher | undefined;
  const unwatch = () => {
    watcher?.close();
    watcher = undefined;
  };
  const look = () => {
    if (watcher === undefined) return;
    try {
      const found = readServerFile(home);
      if (found !== undefined && isServerFileOf(found, info)) return;
      if (found === undefined || isFirst()) announce();
      else unwatch();
    } catch (error) {
      unwatch();
      onError(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const announce = () => {
    unwatch();
    writeServerFile(home, info);
    watcher = watch(serverFilePath(home), { persistent: false }, look);
    watcher.on('error', unwatch);
    look();
  };
  return {
    announce,
    withdraw: () => {
      unwatch();
      removeServerFile(home, info);
    },
  };
}
