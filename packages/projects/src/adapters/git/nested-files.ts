import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, lstatSync, readlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { asBytes, bufferOf } from './path-bytes.ts';
import { git } from './run-git.ts';
import { gitDirOf, readIfThere } from './worktree-state.ts';

/** Whether a repository lies at a path inside a working tree, which is bytes as latin1. */
export function isFilledAt(worktree: string, path: string): boolean {
  return lstatSync(bufferOf(`${asBytes(worktree)}/${path}/.git`), { throwIfNoEntry: false }) !== undefined;
}

/**
 * Stands for the state of a repository inside a working tree: where it stands, and its files but for those it ignores. It is found by
 * looking at files: git, run there, would do what the configuration of that repository says.
 */
export async function fingerprintOf(worktree: string, path: string): Promise<string> {
  const gitDir = await gitDirOf(worktree);
  const hash = createHash('sha256');
  await addRepository(hash, { gitDir, folder: `${asBytes(worktree)}/${path}` });
  return `repository ${hash.digest('hex')}`;
}

type Hash = ReturnType<typeof createHash>;

/** @param folder bytes as latin1 */
async function addRepository(hash: Hash, { gitDir, folder }: { gitDir: string; folder: string }): Promise<void> {
  const place = bufferOf(folder).toString();
  hash.update(`${await standingOf(place)}\0`);
  const inside = ['--git-dir', gitDir, '--work-tree', place];
  const args = [...inside, 'ls-files', '-z', '--others', '--exclude-standard'];
  const env = { GIT_INDEX_FILE: `${gitDir}/cw-index-${randomBytes(6).toString('hex')}` };
  const { stdout } = await git(place, args, { env, bytes: true });
  for (const name of stdout.split('\0').filter((field) => field !== '')) {
    hash.update(`${name}\0`);
    if (name.endsWith('/')) await addRepository(hash, { gitDir, folder: `${folder}/${name.slice(0, -1)}` });
    else await addFile(hash, bufferOf(`${folder}/${name}`));
  }
}

async function addFile(hash: Hash, place: Buffer): Promise<void> {
  const found = lstatSync(place, { throwIfNoEntry: false });
  if (found?.isSymbolicLink()) hash.update(`link ${readlinkSync(place, 'latin1')}\0`);
  if (!found?.isFile()) return;
  hash.update(`${(found.mode & 0o100) === 0 ? 'file' : 'program'} ${found.size}\0`);
  try {
    for await (const chunk of createReadStream(place)) hash.update(chunk as Buffer);
  } catch (error) {
    // One that cannot be read is known by its size.
    if (!(error instanceof Error && 'code' in error && ['EACCES', 'ENOENT'].includes(String(error.code)))) throw error;
  }
}

/** Its HEAD, and the commit of the branch on that. */
async function standingOf(repository: string): Promise<string> {
  const file = resolve(repository, '.git');
  const named = /^gitdir: (.+)\n?$/.exec(await textOf(file))?.[1];
  const gitDir = named === undefined ? file : resolve(repository, named);
  const head = await textOf(resolve(gitDir, 'HEAD'));
  const ref = /^ref: (refs\/[^\n]+)/.exec(head)?.[1];
  return ref === undefined ? head : `${head}${await textOf(resolve(gitDir, ref))}`;
}

/** A pipe that an agent put in its place would never end. */
async function textOf(path: string): Promise<string> {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ? ((await readIfThere(path)) ?? '') : '';
}
