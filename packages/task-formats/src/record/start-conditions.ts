import { err, ok, type Result } from '@cw/kernel';
import type { FieldFailure } from './field-failure.ts';
import { parseLine } from './task-text.ts';

const mostFiles = 200;
const mostRequirements = 20;

/** Paths from the top of the repository, folders and patterns, each once and sorted: `src/auth`, `docs/*.md`. */
export function parseFiles(texts: readonly string[]): Result<readonly string[], FieldFailure> {
  const files = new Set<string>();
  for (const text of texts) {
    const line = parseLine('file', text, 1000);
    if (!line.ok) return line;
    const path = line.value.replace(/^(?:\.?\/)+/, '').replace(/\/+$/, '');
    files.add(path === '' ? '.' : path);
  }
  return files.size > mostFiles
    ? err({ kind: 'task.too-many', field: 'file', most: mostFiles })
    : ok([...files].sort());
}

/** Words, each once and sorted; letters, digits and `. _ + # : / -`, as agents say what they are capable of. */
export function parseRequirements(texts: readonly string[]): Result<readonly string[], FieldFailure> {
  const words = new Set<string>();
  for (const text of texts) {
    const word = text.trim();
    if (!/^[\p{L}\p{N}][\p{L}\p{N}._+#:/-]{0,59}$/u.test(word)) {
      return err({ kind: 'task.bad-word', field: 'requirement', text });
    }
    words.add(word);
  }
  return words.size > mostRequirements
    ? err({ kind: 'task.too-many', field: 'requirement', most: mostRequirements })
    : ok([...words].sort());
}
