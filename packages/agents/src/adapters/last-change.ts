import { statSync } from 'node:fs';
import type { Instant } from '@cw/kernel';

/** When one of some files was last written; undefined when none is there. */
export function lastChange(paths: readonly string[]): Instant | undefined {
  const times = paths.flatMap((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? []);
  return times.length === 0 ? undefined : Math.max(...times);
}
