import { existsSync } from 'node:fs';
import type { LogPage } from '../model/run-view.ts';
import type { Provider } from '../ports/provider.ts';
import { readLog } from './read-log.ts';
import { type FolderBell, watchFolder } from './watch-folder.ts';

export type FollowLog = {
  readonly provider: Provider;
  readonly logDir: string;
  readonly offset: number;
  readonly hasEnded: () => Promise<boolean>;
  /** Tells of changes to runs, by whichever process; answers how to stop. */
  readonly onCommit: (wake: () => void) => () => void;
  readonly signal: AbortSignal;
};

/** Pages of a run's log as they are written, until the run has ended and all of it was read. */
export async function* followLog(request: FollowLog): AsyncGenerator<LogPage> {
  const { provider, logDir, signal } = request;
  const wakeup = createWakeup(request);
  let offset = request.offset;
  try {
    while (!signal.aborted) {
      const ended = await request.hasEnded();
      const page = readLog(provider, logDir, { offset, ended });
      const advanced = page.offset > offset;
      offset = page.offset;
      if (page.entries.length > 0 || page.complete) yield page;
      if (page.complete) return;
      if (!advanced) await wakeup.next();
    }
  } finally {
    wakeup.close();
  }
}

/** Wakes at a change of the folder, which may not be there yet, or at a commit. */
function createWakeup({ logDir, onCommit, signal }: FollowLog): FolderBell {
  let bell: FolderBell | undefined;
  let ring = () => {};
  let rung = true;
  const stop = onCommit(() => {
    rung = true;
    ring();
  });
  const interrupt = () => ring();
  signal.addEventListener('abort', interrupt, { once: true });
  return {
    next: async () => {
      if (!bell && existsSync(logDir)) bell = watchFolder(logDir, signal);
      const commit = new Promise<void>((resolve) => {
        ring = resolve;
        if (rung || signal.aborted) resolve();
      });
      await Promise.race([commit, ...(bell ? [bell.next()] : [])]);
      rung = false;
    },
    close: () => {
      stop();
      bell?.close();
      signal.removeEventListener('abort', interrupt);
    },
  };
}
