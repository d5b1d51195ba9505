import { randomBytes } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, readdir, realpath, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isFault } from '@cw/kernel';
import { underCloneLock } from './clone-lock.ts';
import { dropObjectLinks } from './drop-links.ts';
import { isGitsNo } from './git-failure.ts';
import { git } from './run-git.ts';
import { gitDirOf } from './worktree-state.ts';

/** What a sandbox shows of a working tree and its clone; the deepest path decides. */
export type SandboxOpening = { readonly kind: 'read' | 'write' | 'scratch'; readonly path: string };

export type OpeningsRequest = {
  readonly worktree: string;
  readonly branch: string;
  /** The beginning of a command line whose program can write below one folder only. */
  readonly walls: (folder: string) => readonly string[];
};

/** What git reads of a clone, as far as it is there. */
const shared = ['HEAD', 'config', 'packed-refs', 'shallow', 'description', 'hooks', 'info', 'refs', 'logs', 'objects'];

/** Of a working tree's own git directory, what leads elsewhere or is cw's own. */
const fixed = [
  'gitdir',
  'commondir',
  'cw-filled',
  'cw-copied.json',
  'cw-set-up.json',
  'cw-set-up-begun.json',
  'cw-excludes',
  'config.worktree',
];

/**
 * What git has to write to in a working tree so that an agent can commit, amend and rebase on its own branch: new objects,
 * the refs below that branch's folder with their logs, and the tree's own HEAD and index. All else of the clone is only
 * read: its configuration, hooks, packs and every other ref. Other files in the clone's folder, such as the lock that git
 * takes to remove a ref, are the sandbox's own.
 */
export async function sandboxOpenings(request: OpeningsRequest): Promise<readonly SandboxOpening[]> {
  const { worktree, branch, walls } = request;
  const gitDir = await realpath(await gitDirOf(worktree));
  const clone = dirname(dirname(gitDir));
  const objects = join(clone, 'objects');
  // What git-lfs keeps beside the objects is work, too.
  const lfs = join(clone, 'lfs');
  const folders = ['refs/heads', 'logs/refs/heads'].map((folder) => join(clone, folder, dirname(branch)));
  const packs = [join(objects, 'pack'), join(objects, 'info')];
  for (const folder of [...folders, ...packs, lfs]) await mkdir(folder, { recursive: true, mode: 0o700 });
  await packAll(clone, walls(clone));
  const read = [
    ...shared.map((name) => join(clone, name)),
    ...packs,
    ...fixed.map((name) => join(gitDir, name)),
    join(worktree, '.git'),
  ];
  return [
    { kind: 'scratch', path: clone },
    ...read.filter((path) => existsSync(path)).map((path): SandboxOpening => ({ kind: 'read', path })),
    ...[gitDir, objects, lfs, ...folders].map((path): SandboxOpening => ({ kind: 'write', path })),
  ];
}

/**
 * Puts every loose object into a pack, where an agent cannot harm it. A loose one may be a hard link to the object of the
 * user's repository, and whoever can write to the one writes to the other. Another agent may be at work meanwhile and put a
 * link to that repository among the folders just before git deletes there what is packed: it is done behind walls, too.
 */
async function packAll(clone: string, within: readonly string[]): Promise<void> {
  await underCloneLock(clone, async () => {
    await dropObjectLinks(clone);
    const names = await readdir(join(clone, 'objects'));
    if (!names.some((name) => /^[0-9a-f]{2}$/.test(name))) return;
    try {
      await git(clone, ['repack', '-d', '-q', '--geometric=2'], { within });
    } catch (error) {
      // An object that is broken, as an agent may have left it, is no reason to start nothing any more.
      if (!isFault(error) || !isGitsNo(error)) throw error;
      await standAlone(join(clone, 'objects'));
    }
  });
}

/** Makes every object a file of its own that another name leads to as well. */
async function standAlone(objects: string): Promise<void> {
  const folders = (await readdir(objects)).filter((name) => /^[0-9a-f]{2}$/.test(name));
  for (const folder of folders) {
    for (const name of await readdir(join(objects, folder))) {
      const path = join(objects, folder, name);
      const { nlink, mode } = await lstat(path);
      if (nlink < 2) continue;
      const copy = `${path}-${randomBytes(6).toString('hex')}`;
      await copyFile(path, copy, constants.COPYFILE_EXCL);
      await chmod(copy, mode & 0o777);
      await rename(copy, path);
    }
  }
}
