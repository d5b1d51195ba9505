import type { CliContext } from '@cw/entry';

/**
 * Looks after each commit of any process until there is an answer, or the time is over, or the user interrupts.
 * @param ms how long
 */
export async function waitInWorkspace<T>(
  { workspace, signal }: CliContext,
  ms: number,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  let ring: () => void = () => {};
  let rung = true;
  let isOver = signal.aborted;
  const wake = () => {
    rung = true;
    ring();
  };
  const unlisten = workspace.storage.bus.onCommit(wake);
  const end = () => {
    isOver = true;
    wake();
  };
  const limit = setTimeout(end, ms).unref();
  signal.addEventListener('abort', end);
  try {
    for (;;) {
      rung = false;
      const found = await look();
      if (found !== undefined || isOver) return found;
      if (!rung) {
        await new Promise<void>((resolve) => {
          ring = resolve;
        });
      }
    }
  } finally {
    unlisten();
    clearTimeout(limit);
    signal.removeEventListener('abort', end);
  }
}
