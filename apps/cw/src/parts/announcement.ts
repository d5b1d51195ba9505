import { watchPath } from '@cw/storage';
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
  let stop: (() => void) | undefined;
  const unwatch = () => {
    stop?.();
    stop = undefined;
  };
  const look = () => {
    if (stop === undefined) return;
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
    stop = watchPath(serverFilePath(home), (event) => (event === 'error' ? unwatch() : look()), { persistent: false });
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
