/** The least time between two rounds of cleaning, in milliseconds. */
const betweenMs = 3_600_000;

export type KeepClean = {
  /** Something was finished: there may be something to clean. */
  wake(): void;
  end(): Promise<void>;
};

/**
 * Cleans when something was finished, at most once an hour; what is finished meanwhile is cleaned when the hour is over.
 * Nothing happens, and no timer runs, while nothing is finished.
 */
export function keepClean(clean: () => Promise<unknown>, onError: (error: unknown) => void): KeepClean {
  let ended = false;
  let last: number | undefined;
  let alarm: NodeJS.Timeout | undefined;
  let work: Promise<unknown> = Promise.resolve();
  const begin = () => {
    alarm = undefined;
    if (ended) return;
    last = performance.now();
    work = clean().catch(onError);
  };
  return {
    wake: () => {
      if (ended || alarm !== undefined) return;
      const wait = last === undefined ? 0 : Math.max(0, last + betweenMs - performance.now());
      alarm = setTimeout(begin, wait).unref();
    },
    end: async () => {
      ended = true;
      clearTimeout(alarm);
      await work;
    },
  };
}
