import { diffCounts } from '../../shared/diff-lines.ts';
import type { LogItem } from './log-items.ts';
import { editOf, pathOf, shortPath } from './tool-reading.ts';

export type EditedFile = { readonly path: string; readonly added: number; readonly removed: number };

/** The files the log shows edits of, with the lines those edits added and removed; refused edits do not count. */
export function editedFiles(items: readonly LogItem[], worktree: string | null): readonly EditedFile[] {
  const files = new Map<string, EditedFile>();
  for (const item of items) {
    if (item.kind !== 'tool' || item.result?.error) continue;
    const lines = editOf(item.call.name, item.call.input);
    const path = pathOf(item.call.input);
    if (!lines || !path) continue;
    const short = shortPath(path, worktree);
    const { added, removed } = diffCounts(lines);
    const known = files.get(short);
    files.set(short, { path: short, added: (known?.added ?? 0) + added, removed: (known?.removed ?? 0) + removed });
  }
  return [...files.values()].sort((a, b) => a.path.localeCompare(b.path));
}
