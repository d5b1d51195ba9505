import { existsSync } from 'node:fs';
import { type FolderBell, watchFolder } from './watch-folder.ts';

export type FollowLog<Page> = {
  readonly logDir: string;
  /** Reads some of it, from a byte offset on. */
  readonly readPage: (part: { readonly offset: number; readonly ended: boolean }) => Page;
  readonly offset: number;
  readonly hasEnded: () => Promise<boolean>;
  /** Tells of changes to runs, by whichever process; answers how to stop. */
  readonly onCommit: (wake: () => void) => () => void;
  readonly signal: AbortSignal;
};

/** Pages of a run's log as they are written, until the run has ended and all of it was read. */
export async function* followLog<Page extends { readonly offset: number; readonly complete: boolean }>(
  request: FollowLog<Page>,
): AsyncGenerator<Page> {
  const { readPage, signal } = request;
  const wakeup = createWakeup(request);
  let offset = request.offset;
  try {
    while (!signal.aborted) {
      const ended = await request.hasEnded();
      const page = readPage({ offset, ended });
      const advanced = page.offset > offset;
      offset = page.offset;
      if (advanced || page.complete) yield page;
      if (page.complete) return;
      if (!advanced) await wakeup.next();
    }
  } finally {
    wakeup.close();
  }
}

/** Wakes at a change of the folder, which may not be there yet, or at a commit. */
function createWakeup({ logDir, onCommit, signal }: Omit<FollowLog<never>, 'readPage'>): FolderBell {
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
      if (!bell && existsSync(logDir)) bell = watchFolder(logDir, { signal });
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
