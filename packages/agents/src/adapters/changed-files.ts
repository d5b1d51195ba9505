import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** `cut-short`: not all of the tree was looked at yet, so that nothing is known; the next look goes on from there. */
export type FilesLook =
  | { readonly kind: 'changed' | 'cut-short' }
  /** All of it was looked at. */
  | { readonly kind: 'unchanged'; readonly entries: number };

export type ChangedFiles = {
  /** Whether a file was changed after a moment of the system's clock. Looks for the same moment make up one. */
  readonly look: (after: number) => Promise<FilesLook>;
};

/** How many entries a look takes at most, so that no other work of this process waits for it for long. */
const entriesALook = 5_000;
/** Of them, that are asked for side by side. */
const atOnce = 64;

/** Looks through a tree for changed files, as much at a time as does not take long. */
export function changedFiles(root: string, most = entriesALook): ChangedFiles {
  let walk: Walk | undefined;
  return {
    look: async (after) => {
      if (walk?.after !== after) walk = { after, folders: [root], left: [], entries: 0 };
      const found = await goOn(walk, most);
      if (found.kind !== 'cut-short') walk = undefined;
      return found;
    },
  };
}

type Walk = {
  readonly after: number;
  /** Folders to be looked into, the nearest to the top first. */
  folders: string[];
  /** Paths of the folder in hand that were not looked at. */
  left: string[];
  entries: number;
};

/** Folders are looked at one level after the other, so that what is near the top is seen soon. */
async function goOn(walk: Walk, most: number): Promise<FilesLook> {
  for (let room = most; room > 0; ) {
    if (walk.left.length === 0 && !(await nextFolder(walk))) return { kind: 'unchanged', entries: walk.entries };
    const part = walk.left.splice(0, Math.min(atOnce, room));
    room -= part.length;
    if (await someChanged(walk, part)) return { kind: 'changed' };
  }
  const isAll = walk.left.length === 0 && walk.folders.length === 0;
  return isAll ? { kind: 'unchanged', entries: walk.entries } : { kind: 'cut-short' };
}

/** Takes the next folder in hand; false when there is none. */
async function nextFolder(walk: Walk): Promise<boolean> {
  const folder = walk.folders.shift();
  if (folder === undefined) return false;
  const names = await readdir(folder).catch(() => []);
  walk.left = names.filter((name) => name !== '.git').map((name) => join(folder, name));
  return true;
}

async function someChanged(walk: Walk, paths: readonly string[]): Promise<boolean> {
  walk.entries += paths.length;
  const found = await Promise.all(paths.map((path) => lstat(path).catch(() => undefined)));
  for (const [index, path] of paths.entries()) if (found[index]?.isDirectory()) walk.folders.push(path);
  return found.some((entry) => entry !== undefined && entry.mtimeMs > walk.after);
}
