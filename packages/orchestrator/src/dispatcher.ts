import type { EventBus } from '@cw/storage';

export type Work = {
  /**
   * Starts what can be started; called when something was committed that may have made work. Answers after how many
   * milliseconds it is to be called again though nothing was; undefined: only when something is.
   */
  readonly dispatch: () => Promise<number | undefined>;
  /** Called for failures of a round, which must not end the loop: another one follows. */
  readonly onError: (error: unknown) => void;
  /**
   * Milliseconds until the round after one that failed, where nothing is committed before.
   * @defaultValue 5000
   */
  readonly restMs?: number;
};

const defaultRestMs = 5_000;

/** Milliseconds that a timer can wait. */
const longestTimer = 2 ** 31 - 1;

/**
 * Runs rounds of dispatching, one at a time, each after a commit that may matter; commits during a round lead to one more.
 * Idle, it waits for the bell and does nothing.
 * @returns a function that ends it and waits for the round under way
 */
export function runRounds(bus: EventBus, work: Work): { wake(): void; stop(): Promise<void> } {
  let wanted = false;
  let stopped = false;
  let round: Promise<void> | undefined;
  let alarm: NodeJS.Timeout | undefined;
  const go = async () => {
    clearTimeout(alarm);
    let after: number | undefined;
    while (wanted && !stopped) {
      wanted = false;
      after = await work.dispatch().catch((error: unknown) => {
        work.onError(error);
        return work.restMs ?? defaultRestMs;
      });
    }
    round = undefined;
    if (after !== undefined && !stopped) alarm = setTimeout(wake, Math.min(Math.max(after, 0), longestTimer)).unref();
  };
  const wake = () => {
    wanted = true;
    if (round === undefined && !stopped) round = go();
  };
  const unlisten = bus.onCommit(wake);
  wake();
  return {
    wake,
    stop: async () => {
      stopped = true;
      clearTimeout(alarm);
      unlisten();
      await round;
    },
  };
}
