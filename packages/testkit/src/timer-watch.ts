import { createHook } from 'node:async_hooks';

export type TimerWatch = {
  /** Where timers were set that are still to fire and keep the process alive, as `file:line:column`. */
  readonly pending: () => readonly string[];
  readonly stop: () => void;
};

type Timer = { readonly hasRef: () => boolean };

/** Watches timers from now on. Those that packages set for themselves, the test runner's among them, do not count. */
export function watchTimers(): TimerWatch {
  const timers = new Map<number, { readonly timer: Timer; readonly setAt: string }>();
  const hook = createHook({
    init(id, type, _trigger, resource) {
      const setAt = type === 'Timeout' && isTimer(resource) ? callerOf(new Error().stack ?? '') : undefined;
      if (setAt && isTimer(resource)) timers.set(id, { timer: resource, setAt });
    },
    destroy(id) {
      timers.delete(id);
    },
  });
  hook.enable();
  return {
    pending: () => [...timers.values()].filter(({ timer }) => timer.hasRef()).map(({ setAt }) => setAt),
    stop: () => void hook.disable(),
  };
}

function isTimer(resource: object): resource is Timer {
  return 'hasRef' in resource && typeof resource.hasRef === 'function';
}

/** The first frame that is neither node's nor this file's, unless a package's. */
function callerOf(stack: string): string | undefined {
  const frames = stack.split('\n').slice(1);
  const caller = frames.find((frame) => !/node:|<anonymous>|native|timer-watch\.ts/.test(frame));
  const place = /\(?((?:file:\/\/)?\/[^()]+:\d+:\d+)\)?$/.exec(caller ?? '')?.[1];
  return place === undefined || place.includes('/node_modules/') ? undefined : place;
}
