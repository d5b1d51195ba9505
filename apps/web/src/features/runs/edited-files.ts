import { diffCounts } from '../../entities/text/diff-lines.ts';
import { editOf, shortPath, type ToolReading } from './tool-reading.ts';

type Edit = { readonly id: string; readonly path: string; readonly added: number; readonly removed: number };
type EditedFile = Omit<Edit, 'id'>;

/** Edits by the id of their tool call, and the ids of calls that failed. */
export type Edits = { readonly made: ReadonlyMap<string, Edit>; readonly failed: ReadonlySet<string> };

export const noEdits: Edits = { made: new Map(), failed: new Set() };

type Told = {
  readonly edits: readonly { readonly id: string; readonly reading: ToolReading }[];
  readonly failed: readonly string[];
};

export function withEdits({ made, failed }: Edits, told: Told): Edits {
  const all = new Map(made);
  for (const { id, reading } of told.edits) {
    const [lines, { path }] = [editOf(reading), reading];
    if (lines && path) all.set(id, { id, path, ...diffCounts(lines) });
  }
  return { made: all, failed: new Set([...failed, ...told.failed]) };
}

/** The files that were edited, with the lines those edits added and removed; refused edits do not count. */
export function editedFiles({ made, failed }: Edits, worktree: string | null): readonly EditedFile[] {
  const files = new Map<string, EditedFile>();
  for (const { id, path: whole, added, removed } of made.values()) {
    if (failed.has(id)) continue;
    const path = shortPath(whole, worktree);
    const known = files.get(path);
    files.set(path, { path, added: (known?.added ?? 0) + added, removed: (known?.removed ?? 0) + removed });
  }
  return [...files.values()].sort((a, b) => a.path.localeCompare(b.path));
}
