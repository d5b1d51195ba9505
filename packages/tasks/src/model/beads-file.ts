import { err, ok, type Result } from '@cw/kernel';
import type { ImportNotes } from './beads-notes.ts';
import { type BeadsRow, beadsRow, isFields } from './beads-row.ts';
import type { ImportFailure } from './task-failure.ts';

const newline = 10;

export type BeadsFile = {
  readonly rows: readonly BeadsRow[];
  /** Lines that are no task, or came twice. */
  readonly skipped: number;
};

/**
 * The issues of a beads JSONL file, in its order, an id once: the line that changed last counts. The first line that
 * cannot be read refuses all of it.
 */
export function readBeadsFile(bytes: Uint8Array, notes: ImportNotes): Result<BeadsFile, ImportFailure> {
  const rows = new Map<string, BeadsRow>();
  let skipped = 0;
  for (const { number, content } of lines(bytes)) {
    const row = readLine(content, notes);
    if (!row.ok) return err({ kind: 'import.invalid', line: number, problem: row.error });
    if (row.value === 'blank') continue;
    const known = row.value && rows.get(row.value.id);
    if (row.value === null || known) skipped += 1;
    if (row.value === null) continue;
    if (known) notes.add('double', '', row.value.id);
    if (!known || (row.value.updatedAt ?? 0) >= (known.updatedAt ?? 0)) rows.set(row.value.id, row.value);
  }
  return ok({ rows: [...rows.values()], skipped });
}

function* lines(bytes: Uint8Array): Generator<{ number: number; content: Uint8Array }> {
  let start = 0;
  for (let number = 1; start < bytes.length; number += 1) {
    const end = bytes.indexOf(newline, start);
    yield { number, content: bytes.subarray(start, end < 0 ? bytes.length : end) };
    if (end < 0) return;
    start = end + 1;
  }
}

function readLine(content: Uint8Array, notes: ImportNotes): Result<BeadsRow | null | 'blank', string> {
  const text = decode(content);
  if (text === undefined) return err('it is not text in UTF-8');
  if (text.trim() === '') return ok('blank');
  const value = parse(text);
  if (value === undefined) return err('it is not whole JSON');
  return isFields(value) ? beadsRow(value, notes) : err('it is no JSON object');
}

function decode(content: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
