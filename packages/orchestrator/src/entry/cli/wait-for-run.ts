import type { CliContext } from '@cw/entry';
import { timeLimit } from '../../time-limit.ts';

/**
 * Looks after each commit of any process until there is an answer, or the time is over, or the user interrupts.
 * @param ms how long
 */
export async function waitInWorkspace<T>(
  { workspace, signal }: CliContext,
  ms: number,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const end = AbortSignal.any([signal, timeLimit(ms)]);
  let ring: () => void = () => {};
  let rung = true;
  const wake = () => {
    rung = true;
    ring();
  };
  const unlisten = workspace.storage.bus.onCommit(wake);
  end.addEventListener('abort', wake);
  try {
    for (;;) {
      rung = false;
      const found = await look();
      if (found !== undefined || end.aborted) return found;
      if (!rung) {
        await new Promise<void>((resolve) => {
          ring = resolve;
        });
      }
    }
  } finally {
    unlisten();
  }
}
