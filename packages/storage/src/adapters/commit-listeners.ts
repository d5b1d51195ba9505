import { watchBell } from './bell.ts';

export type CommitListeners = {
  /** Calls back after commits of any connection. Answers how to stop. */
  listen(wake: () => void): () => void;
  close(): void;
};

/**
 * Tells any number of listeners of commits by one watch on the bell, which exists only while somebody listens.
 * @param dataVersion a number that differs once another connection has committed
 */
export function commitListeners(bellPath: string, dataVersion: () => number): CommitListeners {
  const listeners = new Set<() => void>();
  let unwatch: (() => void) | undefined;
  let seen = 0;
  const onRing = () => {
    const now = dataVersion();
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
        seen = dataVersion();
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
