import { type FSWatcher, watch } from 'node:fs';
import { systemCode } from '@cw/kernel';

/**
 * Watches a file or a folder, where the system still has a watch to give (ENOSPC, EMFILE): whoever listens looks by itself
 * now and then as well.
 * @param onEvent of Node's `watch`; an error is told as a change of no file
 * @param options.persistent whether the process lives on for it
 * @returns how to stop, or undefined where it cannot be watched
 */
export function watchPath(
  path: string,
  onEvent: (event: 'rename' | 'change' | 'error', name: string | null) => void,
  { persistent = true }: { readonly persistent?: boolean } = {},
): (() => void) | undefined {
  let watcher: FSWatcher;
  try {
    watcher = watch(path, { persistent }, onEvent);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
  watcher.on('error', () => onEvent('error', null));
  return () => watcher.close();
}
