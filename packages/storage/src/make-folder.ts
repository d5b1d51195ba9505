import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCode } from '@cw/kernel';

/**
 * Makes a folder and those above it, only for their owner, one by one: made in one call, some places of the system never
 * answer, and a read-only file system is reported as if the folder above were missing.
 * @throws Error of the system
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (systemCode(error) !== 'EEXIST' || !existsSync(path)) throw error;
  }
}
