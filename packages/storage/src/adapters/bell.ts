import { closeSync, openSync, writeSync } from 'node:fs';
import { systemCode } from '@cw/kernel';
import { watchPath } from '../watch-path.ts';

export type Bell = {
  /** Tells every process that watches that something was committed. Costs one byte written. */
  ring(): void;
  close(): void;
};

/** Where the bell of a database lies. */
export function bellPath(path: string): string {
  return `${path}-bell`;
}

/** The writer's end: the file is made when it is first rung. */
export function openBell(path: string): Bell {
  let fd: number | undefined;
  return {
    ring: () => {
      try {
        if (fd === undefined) {
          closeSync(openSync(path, 'a', 0o600));
          fd = openSync(path, 'r+');
        }
        writeSync(fd, '.', 0);
      } catch (error) {
        // What was committed stays so, and is heard a little later; the change must not be told as failed.
        if (systemCode(error) === undefined) throw error;
      }
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
  let unwatch: (() => void) | undefined;
  let closed = false;
  const attach = () => {
    unwatch?.();
    unwatch = undefined;
    if (closed || !makeBell(path)) return;
    unwatch = watchPath(path, (event) => {
      if (event === 'error') return unwatch?.();
      if (event === 'rename') attach();
      if (!closed) onRing();
    });
  };
  attach();
  const timer = setInterval(onRing, net);
  // Where there is no watch, this is what a process that listens lives on for.
  if (unwatch !== undefined) timer.unref();
  return () => {
    closed = true;
    clearInterval(timer);
    unwatch?.();
  };
}

/** False where the system makes no such file (its folder is gone, the disk is full or read-only): the net must do. */
function makeBell(path: string): boolean {
  try {
    closeSync(openSync(path, 'a', 0o600));
    return true;
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return false;
  }
}
