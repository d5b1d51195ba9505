import { watchPath } from '@cw/storage';

export type FolderBell = {
  /** Settles at the next change of a file in the folder, at once when there was one since the last call. */
  readonly next: () => Promise<void>;
  readonly close: () => void;
};

/** A process that dies leaves no trace in its folder, so that it is looked at now and then too. */
const checkMs = 1000;

/**
 * Tells of changes in a folder; several that come together are told once.
 * @param options.own a file there that whoever listens writes itself: its changes are no news
 */
export function watchFolder(
  dir: string,
  { signal, own }: { readonly signal?: AbortSignal; readonly own?: string } = {},
): FolderBell {
  let changed = true;
  let wake: (() => void) | undefined;
  const ring = () => {
    changed = true;
    wake?.();
  };
  // An error says that the folder was removed while it was watched: the next look finds that out.
  const unwatch = watchPath(dir, (event, name) => {
    if (event === 'error' || own === undefined || name !== own) ring();
  });
  const check = setInterval(ring, checkMs);
  signal?.addEventListener('abort', ring, { once: true });
  return {
    next: async () => {
      if (!changed) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        wake = undefined;
      }
      changed = false;
    },
    close: () => {
      unwatch?.();
      clearInterval(check);
      signal?.removeEventListener('abort', ring);
    },
  };
}
