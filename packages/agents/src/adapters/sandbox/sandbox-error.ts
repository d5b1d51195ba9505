import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where bubblewrap writes down what becomes of a run's sandbox. */
export function statusFile(logDir: string): string {
  return join(logDir, 'sandbox-status');
}

/** What bubblewrap ends with when it gives up. */
const gaveUpCode = 1;

const ownWords = 'bwrap: ';

/**
 * Why a run's sandbox could not be made, in bubblewrap's own words; null where its program was begun, or was in none.
 * Bubblewrap writes an exit code down for a program only that it had begun, and nothing inside reaches that file.
 */
export function sandboxError(logDir: string, exitCode: number | null, errorOutput: string): string | null {
  const status = statusFile(logDir);
  const last = errorOutput.trim().split('\n').at(-1) ?? '';
  if (exitCode !== gaveUpCode || !last.startsWith(ownWords) || !existsSync(status)) return null;
  return readFileSync(status, 'utf8').includes('"exit-code"') ? null : last.slice(ownWords.length);
}
