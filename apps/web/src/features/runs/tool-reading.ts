import type { LogEntry } from '../../data/api-types.ts';
import { type DiffLine, diffLines } from '../../entities/text/diff-lines.ts';
import type { ToolResult } from './log-items.ts';

/** A tool call as its program's folder reads it: what kind it is of, and what it does to a file. */
export type ToolReading = Extract<LogEntry, { kind: 'tool' }>['reading'];

/** A path without the worktree's folder before it. */
export function shortPath(path: string, worktree: string | null): string {
  return worktree && path.startsWith(`${worktree}/`) ? path.slice(worktree.length + 1) : path;
}

/** True when lines can be numbered as in the file: a whole file was written. */
export function isWholeFile({ kind }: ToolReading): boolean {
  return kind === 'write';
}

/** The change a tool makes to a file, or undefined when it makes none that its input shows. */
export function editOf({ kind, changes }: ToolReading): readonly DiffLine[] | undefined {
  if (kind !== 'edit' && kind !== 'write') return undefined;
  if (changes.some(({ before }) => before === null)) return undefined;
  return changes.flatMap(({ before, after }) => diffLines(before ?? '', after));
}

/** Output and exit code of a shell command. */
export function shellResult({ text, error, exit }: ToolResult): {
  readonly text: string;
  readonly exit: number | undefined;
} {
  if (exit !== undefined) return { text: text.slice(exit.length), exit: exit.code };
  return { text, exit: error ? undefined : 0 };
}

/** What a finished tool is worth at the end of its line: `208 lines`, `7 hits`, `exit 1`. */
export function resultNote({ kind, counts }: ToolReading, result: ToolResult): string {
  if (kind === 'shell') {
    const { exit } = shellResult(result);
    return exit === undefined ? 'failed' : `exit ${exit}`;
  }
  if (result.error) return 'failed';
  if (counts === null) return '';
  const lines = result.text.trim() === '' ? 0 : result.text.trimEnd().split('\n').length;
  return `${lines}${result.truncated ? '+' : ''} ${counts}`;
}
