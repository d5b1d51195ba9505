import type { Watchdog } from '../adapters/watchdog.ts';

/** How often the loop shows that it moves, in milliseconds. */
const tickMs = 1_000;

/** Ticks that one round of dispatching may last before it counts as stuck; it only reads and writes the database. */
const mostTicksOfRound = 30;

export type Supervision = {
  /** Whether agents or merges are at work, which is when somebody must look after them. */
  working(isWorking: boolean): void;
  /** Carries out a round of the loop; one that never comes to an end is no sign that the loop moves. */
  round<T>(work: () => Promise<T>): Promise<T>;
  end(): Promise<void>;
};

/** Shows a watchdog that this loop moves, once a second while something is at work, and not at all otherwise. */
export function supervise(watchdog: Watchdog): Supervision {
  let timer: NodeJS.Timeout | undefined;
  let inRound = false;
  let ticksOfRound = 0;
  const tick = () => {
    ticksOfRound = inRound ? ticksOfRound + 1 : 0;
    if (ticksOfRound < mostTicksOfRound) watchdog.tick();
  };
  const rest = () => {
    clearInterval(timer);
    timer = undefined;
    watchdog.rest();
  };
  return {
    working: (isWorking) => {
      if (!isWorking && timer !== undefined) rest();
      if (!isWorking || timer !== undefined) return;
      tick();
      timer = setInterval(tick, tickMs).unref();
    },
    round: async (work) => {
      inRound = true;
      try {
        return await work();
      } finally {
        inRound = false;
      }
    },
    end: async () => {
      rest();
      await watchdog.end();
    },
  };
}
