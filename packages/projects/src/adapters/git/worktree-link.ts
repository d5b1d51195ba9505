import { type Dirent, existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { underCloneLock } from './clone-lock.ts';
import { git } from './run-git.ts';
import { writeWorktreeEntry } from './worktree-entry.ts';
import { markFilled, readIfThere } from './worktree-state.ts';

export type LinkRequest = {
  readonly clone: string;
  readonly path: string;
  /** The branch its HEAD stands on when that cannot be read any more. */
  readonly branch: string;
};

export type Relinked = {
  /** The working tree's private git directory. */
  readonly gitDir: string;
  /** True when there was no directory in its place, so that its files have to be written again. */
  readonly wasGone: boolean;
  /** True when the clone did not know of it any more: what cw had noted beside it is gone. */
  readonly wasForgotten: boolean;
  /** Where what lay in its place, or in that of its `.git` file, is kept. */
  readonly setAside: readonly string[];
};

/**
 * Makes sure that a working tree and its clone lead to each other, whatever was done to either: a directory, a `.git`
 * file and an entry of the clone. A `.git` that leads elsewhere is never followed. Call it when no process works there.
 */
export async function relinkWorktree(request: LinkRequest): Promise<Relinked> {
  const { clone, path } = request;
  const root = await realpath(clone);
  const setAside: string[] = [];
  const aside = async (what: string) => {
    setAside.push(await moveAside(root, { what, name: basename(path) }));
  };
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !found.isDirectory()) await aside(path);
  const wasGone = found?.isDirectory() !== true;
  if (!wasGone && (found.mode & 0o700) !== 0o700) await chmod(path, 0o700);
  const link = lstatSync(join(path, '.git'), { throwIfNoEntry: false });
  if (link?.isDirectory()) await aside(join(path, '.git'));
  else if (link !== undefined && !link.isFile()) await rm(join(path, '.git'));
  const known = entryOf(root, path);
  const gitDir = known ?? (await addEntry(request, root));
  await mkdir(path, { recursive: true, mode: 0o700 });
  await writeWhereOther(join(path, '.git'), `gitdir: ${gitDir}\n`);
  await writeWhereOther(join(gitDir, 'commondir'), '../..\n');
  const head = (await readIfThere(join(gitDir, 'HEAD'))) ?? '';
  if (!isHead(head)) await writeFile(join(gitDir, 'HEAD'), `ref: refs/heads/${request.branch}\n`, { mode: 0o600 });
  return { gitDir, wasGone, wasForgotten: known === undefined, setAside };
}

/** The clone's entry of a working tree, by the path that the entry names. */
function entryOf(clone: string, path: string): string | undefined {
  const entries = join(clone, 'worktrees');
  const folders = existsSync(entries) ? readdirSync(entries, { withFileTypes: true }) : [];
  const names = folders.filter((entry: Dirent) => entry.isDirectory()).map(({ name }) => name);
  // Most are called like the folder of their working tree: those are looked at first.
  const likely = names.filter((name) => name.startsWith(basename(path)));
  return [...likely, ...names].map((name) => join(entries, name)).find((entry) => namedIn(entry) === `${path}/.git`);
}

function namedIn(entry: string): string | undefined {
  const file = join(entry, 'gitdir');
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd() : undefined;
}

/** Registers a tree that git has forgotten; its index says that its files are those of its branch. */
async function addEntry({ clone, path, branch }: LinkRequest, root: string): Promise<string> {
  await underCloneLock(clone, () => writeWorktreeEntry(clone, path, { branch }));
  const made = entryOf(root, path);
  if (made === undefined) throw new Error(`the clone ${clone} has no entry for ${path} that was just made`);
  await git(path, ['read-tree', 'HEAD'], { accept: [128] });
  await markFilled(made);
  return made;
}

async function writeWhereOther(path: string, text: string): Promise<void> {
  if ((await readIfThere(path)) !== text) await writeFile(path, text, { mode: 0o600 });
}

function isHead(text: string): boolean {
  return /^(ref: refs\/heads\/.+|[0-9a-f]{40}|[0-9a-f]{64})\n?$/.test(text);
}

/** Moves what is in the way beside the clone, under the next free number. */
async function moveAside(clone: string, it: { readonly what: string; readonly name: string }): Promise<string> {
  const folder = join(dirname(clone), 'set-aside');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (let number = 1; ; number += 1) {
    const target = join(folder, `${it.name}-${number}`);
    if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) continue;
    await rename(it.what, target);
    return target;
  }
}
