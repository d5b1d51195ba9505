import { closeSync, type FSWatcher, openSync, watch, writeSync } from 'node:fs';

export type Bell = {
  /** Tells every process that watches that something was committed. Costs one byte written. */
  ring(): void;
  close(): void;
};

/** The writer's end: the file is made when it is first rung. */
export function openBell(path: string): Bell {
  let fd: number | undefined;
  return {
    ring: () => {
      if (fd === undefined) {
        closeSync(openSync(path, 'a', 0o600));
        fd = openSync(path, 'r+');
      }
      writeSync(fd, '.', 0);
    },
    close: () => {
      if (fd !== undefined) closeSync(fd);
      fd = undefined;
    },
  };
}

/**
 * Calls back when the bell is rung, and at the latest every `net` milliseconds, for a writer that died between its
 * commit and the bell. Only the bell is watched: opening the database's own files would drop its locks.
 */
export function watchBell(path: string, onRing: () => void, net = 500): () => void {
  let watcher: FSWatcher | undefined;
  let closed = false;
  const attach = () => {
    watcher?.close();
    watcher = undefined;
    if (closed || !makeBell(path)) return;
    watcher = watch(path, (event) => {
      if (event === 'rename') attach();
      if (!closed) onRing();
    });
    watcher.on('error', () => watcher?.close());
  };
  attach();
  const timer = setInterval(onRing, net);
  timer.unref();
  return () => {
    closed = true;
    clearInterval(timer);
    watcher?.close();
  };
}

/** False when the folder is gone: then there is nothing to hear any more but what the net brings. */
function makeBell(path: string): boolean {
  try {
    closeSync(openSync(path, 'a', 0o600));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}
