import { mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readIfThere } from './worktree-state.ts';

const ownerOnly = { mode: 0o600 };

/** Where HEAD of a new working tree stands. */
export type StandsAt = { readonly branch: string } | { readonly commit: string };

/**
 * Writes the entry of a working tree in its clone, and the `.git` file that leads to it; no other file of it is made.
 * The entry appears at once: while `git worktree add` writes one file by file, every git that looks at all working trees
 * of the clone (`--all`, `branch`, `worktree list`) may read half of it and fail, an agent's own commands too.
 * Its files are those of gitrepository-layout(5). Call it under the clone's lock; what is at `path` must be no tree.
 */
export async function writeWorktreeEntry(clone: string, path: string, at: StandsAt): Promise<void> {
  const entry = await freeEntry(await realpath(clone), path);
  const staging = join(clone, `cw-adding-${basename(entry)}`);
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { mode: 0o700 });
  await writeFile(join(staging, 'commondir'), '../..\n', ownerOnly);
  await writeFile(join(staging, 'gitdir'), `${path}/.git\n`, ownerOnly);
  const head = 'branch' in at ? `ref: refs/heads/${at.branch}\n` : `${at.commit}\n`;
  await writeFile(join(staging, 'HEAD'), head, ownerOnly);
  await mkdir(path, { recursive: true, mode: 0o700 });
  await writeFile(join(path, '.git'), `gitdir: ${entry}\n`, ownerOnly);
  const aside = join(clone, `cw-removing-${basename(entry)}`);
  await rm(aside, { recursive: true, force: true });
  await takeAside(entry, aside);
  await rename(staging, entry);
  await rm(aside, { recursive: true, force: true });
}

/** The folder for a path's entry: named like the path, with a number where another working tree has that name. */
async function freeEntry(clone: string, path: string): Promise<string> {
  const entries = join(clone, 'worktrees');
  await mkdir(entries, { recursive: true, mode: 0o700 });
  for (let number = 1; ; number += 1) {
    const entry = join(entries, number === 1 ? basename(path) : `${basename(path)}${number}`);
    const owner = await readIfThere(join(entry, 'gitdir'));
    if (owner === undefined || owner.trimEnd() === `${path}/.git`) return entry;
  }
}

/**
 * Takes away what is left of an entry whose working tree is gone, at once like it came: a git that has listed it fails where it is
 * not there, so this is done in the moment in which the new one comes.
 */
async function takeAside(entry: string, aside: string): Promise<void> {
  try {
    await rename(entry, aside);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw error;
  }
}
