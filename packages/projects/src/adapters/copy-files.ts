import { chmod, copyFile, lstat, mkdir, readdir, readlink, realpath, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { Fault, step } from '@cw/kernel';

export type PreparedFile = { readonly path: string; readonly kind: 'file' | 'link'; readonly mode: number };
export type PreparedFiles = {
  readonly files: readonly PreparedFile[];
  /** Left out: links that lead out of the folder, sockets and the like. */
  readonly skipped: readonly string[];
};

/** What lies in a project's folder of prepared files, sorted; paths relative to it. A missing folder is empty. */
export async function listPreparedFiles(folder: string): Promise<PreparedFiles> {
  const files: PreparedFile[] = [];
  const skipped: string[] = [];
  const root = await realpath(folder).catch(() => undefined);
  if (root === undefined) return { files, skipped };
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const full = join(entry.parentPath, entry.name);
    const path = relative(root, full);
    if (entry.isDirectory()) continue;
    const inside = entry.isFile() || (entry.isSymbolicLink() && (await staysInside(root, full)));
    if (!inside || path.split(sep).includes('.git')) skipped.push(path);
    else files.push({ path, kind: entry.isFile() ? 'file' : 'link', mode: (await lstat(full)).mode & 0o777 });
  }
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), skipped: skipped.sort() };
}

async function staysInside(root: string, link: string): Promise<boolean> {
  const target = await readlink(link);
  if (resolve(target) === target) return false;
  const end = resolve(dirname(link), target);
  return end === root || end.startsWith(`${root}${sep}`);
}

/**
 * Copies prepared files into a working tree, with their modes; a link is copied as a link.
 * @throws Fault `setup.outside-worktree` when a link of the working tree would lead the copy elsewhere
 */
export async function copyPreparedFiles(
  folder: string,
  files: readonly PreparedFile[],
  worktree: string,
): Promise<void> {
  const root = await realpath(worktree);
  for (const file of files) {
    const target = join(root, file.path);
    await mkdirInside(root, dirname(target));
    await rm(target, { force: true });
    const source = join(folder, file.path);
    if (file.kind === 'link') {
      await symlink(await readlink(source), target);
    } else {
      await copyFile(source, target);
      await chmod(target, file.mode);
    }
  }
}

async function mkdirInside(root: string, directory: string): Promise<void> {
  let existing = directory;
  let real = await realpath(existing).catch(() => undefined);
  while (real === undefined) {
    existing = dirname(existing);
    real = await realpath(existing).catch(() => undefined);
  }
  if (real !== root && !real.startsWith(`${root}${sep}`)) {
    throw new Fault({
      code: 'setup.outside-worktree',
      message: `A prepared file cannot be copied to ${directory}: a link in the repository leads out of the worktree (${real}).`,
      hint: 'Put the file somewhere else in the folder of prepared files.',
      next: [step('See that folder', 'project files', '<project>')],
    });
  }
  await mkdir(directory, { recursive: true, mode: 0o777 });
}
