import type { EventBus } from '@cw/storage';

export type Work = {
  /** Starts what can be started; called when something was committed that may have made work. */
  readonly dispatch: () => Promise<void>;
  /** Called for failures of a round, which must not end the loop. */
  readonly onError: (error: unknown) => void;
};

/**
 * Runs rounds of dispatching, one at a time, each after a commit that may matter; commits during a round lead to one more.
 * Idle, it waits for the bell and does nothing.
 * @returns a function that ends it and waits for the round under way
 */
export function runRounds(bus: EventBus, work: Work): { wake(): void; stop(): Promise<void> } {
  let wanted = false;
  let stopped = false;
  let round: Promise<void> | undefined;
  const go = async () => {
    while (wanted && !stopped) {
      wanted = false;
      await work.dispatch().catch(work.onError);
    }
    round = undefined;
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
      unlisten();
      await round;
    },
  };
}
