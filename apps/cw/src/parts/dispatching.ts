import type { Loop } from '@cw/orchestrator';

export type Dispatching = { stop(): Promise<void> };

export type DispatchingOptions = {
  readonly orchestrator: Pick<Loop, 'start' | 'stop' | 'isDispatching'>;
  /** How others are told who dispatches. */
  readonly holder: string;
  /** Told when this process takes over from one that was there before. */
  readonly onTaken: () => void;
  /** Called after each try that finds the right taken. */
  readonly whileWaiting?: () => Promise<void>;
  readonly report: (error: Error, where: string) => void;
  /** Milliseconds between two looks. @defaultValue 1000 */
  readonly everyMs?: number;
};

/**
 * Dispatches as soon as no other process does: tries at once, and then each second for as long as it does not have the
 * right, also when it was taken away. A try that finds it taken opens a small file and closes it again.
 * Resolves after the first try.
 */
export async function keepDispatching(options: DispatchingOptions): Promise<Dispatching> {
  const { orchestrator, holder, report, everyMs = 1_000 } = options;
  let underWay: Promise<unknown> = Promise.resolve();
  let trying = false;
  const tryAgain = async () => {
    trying = true;
    try {
      if (await orchestrator.start(holder)) options.onTaken();
      else await options.whileWaiting?.();
    } catch (error) {
      report(error instanceof Error ? error : new Error(String(error)), 'dispatching');
    } finally {
      trying = false;
    }
  };
  await orchestrator.start(holder);
  const timer = setInterval(() => {
    if (!trying && !orchestrator.isDispatching()) underWay = tryAgain();
  }, everyMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await underWay;
      await orchestrator.stop();
    },
  };
}
