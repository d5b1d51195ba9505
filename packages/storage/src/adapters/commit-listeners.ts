import { isFault } from '@cw/kernel';
import { watchBell } from './bell.ts';

export type CommitListeners = {
  /** Calls back after commits of any connection. Answers how to stop. */
  listen(wake: () => void): () => void;
  close(): void;
};

/**
 * Tells any number of listeners of commits by one watch on the bell, which exists only while somebody listens. They are
 * told too when the database cannot be looked at any more, once, and learn why from what they read.
 * @param dataVersion a number that differs once another connection has committed
 */
export function commitListeners(bellPath: string, dataVersion: () => number): CommitListeners {
  const listeners = new Set<() => void>();
  let unwatch: (() => void) | undefined;
  let seen: number | undefined;
  const look = () => {
    try {
      return dataVersion();
    } catch (error) {
      if (isFault(error)) return undefined;
      throw error;
    }
  };
  const onRing = () => {
    const now = look();
    if (now === seen) return;
    seen = now;
    for (const wake of [...listeners]) wake();
  };
  const stop = () => {
    unwatch?.();
    unwatch = undefined;
  };
  return {
    listen: (wake) => {
      const own = () => wake();
      listeners.add(own);
      if (unwatch === undefined) {
        seen = look();
        unwatch = watchBell(bellPath, onRing);
      }
      return () => {
        listeners.delete(own);
        if (listeners.size === 0) stop();
      };
    },
    close: () => {
      listeners.clear();
      stop();
    },
  };
}
