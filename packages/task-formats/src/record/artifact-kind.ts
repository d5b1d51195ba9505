import { err, ok, type Result } from '@cw/kernel';
import type { FieldFailure } from './field-failure.ts';

/** What an artifact most likely is: an address is a link and a hash a commit; all else is taken for a file. */
export function guessedKind(value: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return 'link';
  return /^[0-9a-f]{7,64}$/.test(value) ? 'commit' : 'file';
}

/** The addresses that the dashboard makes links of. */
const shown = /^https?:\/\/[^\s/]/i;

/** What a browser would take for another address, written with slashes or known to do without. */
const foreign = /^\s*([a-z][a-z0-9+.-]*:\/\/|(javascript|data|vbscript|blob|file):)/i;

/** Refuses a link that is none, and under any other name an address that nothing here makes a link of. */
export function checkAddress(kind: string, value: string): Result<void, FieldFailure> {
  const isFit = shown.test(value) || (kind !== 'link' && !foreign.test(value));
  return isFit ? ok(undefined) : err({ kind: 'task.bad-link', text: value });
}
