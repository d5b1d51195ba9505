import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Standstill, WatchdogMode } from '../model/watchdog-view.ts';
import { places, watchdogThread } from './watchdog-thread.ts';

export type WatchdogOptions = {
  readonly home: string;
  readonly mode: WatchdogMode;
  /** How long the watched loop may stand still, in milliseconds. */
  readonly afterMs: number;
  readonly onError: (error: unknown) => void;
};

/** Somebody outside the loop that looks after agents, who notices when it stands still. */
export type Watchdog = {
  /** To be called at most a few seconds apart for as long as something is at work; the first call begins the watch. */
  tick(): void;
  /** Nothing is at work: no more ticks are waited for. */
  rest(): void;
  isWatching(): boolean;
  end(): Promise<void>;
};

const reportFile = 'watchdog.json';

/**
 * A thread of its own that notices when the loop that ticks it does not. It is started when there is first something to
 * watch, tells of a standstill in `server.log` and in a file that {@link readStandstill} reads, and, where that was
 * asked for, ends the process.
 */
export function createWatchdog(options: WatchdogOptions): Watchdog {
  const { home, mode, afterMs, onError } = options;
  const shared = new SharedArrayBuffer(Object.keys(places).length * Int32Array.BYTES_PER_ELEMENT);
  const view = new Int32Array(shared);
  const log = join(home, 'server.log');
  const report = join(home, reportFile);
  let thread: Worker | undefined;
  const begin = () => {
    const workerData = { shared, afterMs, ends: mode === 'end', log, report };
    thread = new Worker(watchdogThread, { eval: true, workerData, env: {}, execArgv: [] });
    thread.on('error', onError);
    thread.unref();
  };
  const set = (place: number, value: number) => {
    Atomics.store(view, place, value);
    Atomics.notify(view, places.watching);
  };
  return {
    isWatching: () => Atomics.load(view, places.watching) === 1,
    tick: () => {
      if (mode === 'off') return;
      if (thread === undefined) begin();
      Atomics.add(view, places.ticks, 1);
      if (Atomics.load(view, places.watching) === 0) set(places.watching, 1);
    },
    rest: () => set(places.watching, 0),
    end: async () => {
      Atomics.store(view, places.ended, 1);
      set(places.watching, 0);
      await thread?.terminate();
    },
  };
}

/** The last time that a loop of this workspace was seen to stand still; null when none ever was, or that cannot be read. */
export function readStandstill(home: string): Standstill | null {
  const path = join(home, reportFile);
  try {
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
