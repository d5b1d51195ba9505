import type { Hints } from './live-messages.ts';

export type OutputHints = Hints & {
  /** Says that a run has written; for whoever reads the runs' output. */
  output(runId: string): void;
};

/** Passes on, within this process, that a run's log has grown. Nothing is kept: who listens later reads the log. */
export function createOutputHints(): OutputHints {
  const listeners = new Set<(runId: string) => void>();
  return {
    output: (runId) => {
      for (const listener of listeners) listener(runId);
    },
    onOutput: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
