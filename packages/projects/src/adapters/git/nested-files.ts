import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createReadStream, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { asBytes, asText, bufferOf } from './path-bytes.ts';
import { linkedGitDir } from './ref-files.ts';
import { git } from './run-git.ts';
import { gitDirOf, readIfThere } from './worktree-state.ts';

/** Whether a repository lies at a path inside a working tree, which is bytes as latin1. */
export function isFilledAt(worktree: string, path: string): boolean {
  return lstatSync(bufferOf(`${asBytes(worktree)}/${path}/.git`), { throwIfNoEntry: false }) !== undefined;
}

/**
 * Stands for the state of a repository inside a working tree: what it has for refs and where they and its HEAD have been, and its files, but
 * for those it ignores and does not track. It is found by looking at files: git, run there, would do what the configuration of that
 * repository says.
 */
export async function fingerprintOf(worktree: string, path: string): Promise<string> {
  // Git cannot be told of a folder whose name is no text: it counts as changed.
  if (asBytes(asText(path)) !== path) return `repository ${randomUUID()}`;
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
  const names = new Set([...stdout.split('\0'), ...(await trackedIn(place, inside))]);
  for (const name of [...names].filter((field) => field !== '').sort()) {
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

/** What its index names, whether ignored or not. One that cannot be read names nothing, and counts by its bytes. */
async function trackedIn(repository: string, inside: readonly string[]): Promise<readonly string[]> {
  const index = join(gitDirIn(repository), 'index');
  const env = { GIT_INDEX_FILE: index };
  const { stdout, exitCode } = await git(repository, [...inside, 'ls-files', '-z'], {
    env,
    bytes: true,
    accept: [128],
  });
  return exitCode === 0 ? stdout.split('\0') : [];
}

function gitDirIn(repository: string): string {
  return linkedGitDir(repository) ?? join(repository, '.git');
}

/** Its HEAD, branches, tags and stashes, and the history of those: a commit that only that leads to is work, too. */
async function standingOf(repository: string): Promise<string> {
  const gitDir = gitDirIn(repository);
  const files = ['HEAD', 'packed-refs', ...filesBelow(gitDir, 'refs'), ...filesBelow(gitDir, 'logs')];
  const texts = await Promise.all(files.map(async (file) => `${file}\0${await textOf(join(gitDir, file))}\0`));
  return texts.join('');
}

function filesBelow(gitDir: string, folder: string): readonly string[] {
  const names = lstatSync(join(gitDir, folder), { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(join(gitDir, folder), { recursive: true, encoding: 'utf8' })
    : [];
  return names.map((name) => join(folder, name)).sort();
}

/** A pipe that an agent put in its place would never end. */
async function textOf(path: string): Promise<string> {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ? ((await readIfThere(path)) ?? '') : '';
}
