import { type DiffLine, diffLines } from '../../shared/diff-lines.ts';
import type { ToolResult } from './log-items.ts';

function field(input: unknown, name: string): unknown {
  return typeof input === 'object' && input !== null ? Reflect.get(input, name) : undefined;
}

function text(input: unknown, name: string): string | undefined {
  const value = field(input, name);
  return typeof value === 'string' ? value : undefined;
}

/** The file a tool reads or writes, if its input names one. */
export function pathOf(input: unknown): string | undefined {
  return text(input, 'file_path') ?? text(input, 'notebook_path') ?? text(input, 'path');
}

/** A path without the worktree's folder before it. */
export function shortPath(path: string, worktree: string | null): string {
  return worktree && path.startsWith(`${worktree}/`) ? path.slice(worktree.length + 1) : path;
}

/** True when lines can be numbered as in the file: a whole file was written. */
export function isWholeFile(name: string): boolean {
  return name === 'Write';
}

/** The change a tool makes to a file, or undefined when it makes none that its input shows. */
export function editOf(name: string, input: unknown): readonly DiffLine[] | undefined {
  if (name === 'Write') return diffLines('', text(input, 'content') ?? '');
  if (name === 'Edit') return diffLines(text(input, 'old_string') ?? '', text(input, 'new_string') ?? '');
  const edits = name === 'MultiEdit' ? field(input, 'edits') : undefined;
  if (!Array.isArray(edits)) return undefined;
  return edits.flatMap((edit: unknown) => diffLines(text(edit, 'old_string') ?? '', text(edit, 'new_string') ?? ''));
}

const exitCode = /^(?:Error: )?Exit code (\d+)\n?/;

/** Output and exit code of a shell command; the program writes the code into the text of a failed one. */
export function shellResult(result: ToolResult): { readonly text: string; readonly exit: number | undefined } {
  const code = exitCode.exec(result.text)?.[1];
  if (code !== undefined) return { text: result.text.replace(exitCode, ''), exit: Number(code) };
  return { text: result.text, exit: result.error ? undefined : 0 };
}

/** What a finished tool is worth at the end of its line: `208 lines`, `7 hits`, `exit 1`. */
export function resultNote(name: string, result: ToolResult): string {
  if (name === 'Bash') {
    const { exit } = shellResult(result);
    return exit === undefined ? 'failed' : `exit ${exit}`;
  }
  if (result.error) return 'failed';
  const lines = result.text.trim() === '' ? 0 : result.text.trimEnd().split('\n').length;
  const count = `${lines}${result.truncated ? '+' : ''}`;
  if (name === 'Read') return `${count} lines`;
  if (name === 'Grep') return `${count} hits`;
  return name === 'Glob' || name === 'LS' ? `${count} files` : '';
}
