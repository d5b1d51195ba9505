import { constants } from 'node:fs';
import { access, lstat, readdir, readFile, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, normalize } from 'node:path';
import type { HostEnv } from '../child-environment.ts';
import { isEntered } from './entered.ts';
import { holds } from './writable-paths.ts';

/** How many folders deep it is looked below the home directory. */
const depth = 4;

/** How long it is looked there before a start, in milliseconds. */
const longestLook = 300;

/** Folders with a great many others in them, in which no service has its socket. */
const passedOver = new Set(['node_modules', '.git']);

/** What a sandbox has of its own or hides as a whole. */
const elsewhere = ['/dev', '/proc', '/sys', '/run', '/tmp'];

/** Variables that name a folder in which services have their sockets. */
const folderNames = ['XDG_RUNTIME_DIR', 'GNUPGHOME', 'TMUX_TMPDIR'];

/**
 * Sockets and named pipes that this user can write to: a disk that is only read stops neither. They are those that the
 * environment names, those the kernel knows to be bound, wherever they lie, and what lies up to four folders below the home
 * directory, as much of it as is seen in time.
 * @param skipped folders in which it is not looked
 * @param lookMs how long it is looked below the home directory, in milliseconds
 * @returns absolute paths without symbolic links
 */
export async function findSockets(
  host: HostEnv,
  skipped: readonly string[] = [],
  lookMs = longestLook,
): Promise<readonly string[]> {
  const [home = homedir()] = await realFolders([host.HOME || homedir()]);
  const isSkipped = (path: string) => skipped.some((folder) => holds(folder, path));
  // The home directory may lie in what is passed over, and is shown then.
  const isOpen = (path: string) =>
    !isSkipped(path) && (holds(home, path) || !elsewhere.some((folder) => holds(folder, path)));
  const roots = [...folderNames.flatMap((name) => host[name] || []), home];
  const named = [...pathsIn(host), ...(await boundSockets())];
  const found = await Promise.all(named.map(reachable));
  const below = await walk(await realFolders(roots), isOpen, performance.now() + lookMs);
  const paths = [...found, ...(await Promise.all(below.map(reachable)))].filter((path) => path !== undefined);
  return [...new Set(paths)].filter((path) => !isSkipped(path));
}

/** Absolute paths in the values of the environment, as in `unix:path=/run/user/1000/bus,guid=…`. */
function pathsIn(host: HostEnv): readonly string[] {
  return Object.entries(host)
    .filter(([name]) => name !== 'PATH')
    .flatMap(([, value = '']) => value.split(/[,;:=]/))
    .filter((part) => part.startsWith('/'))
    .map((part) => normalize(part));
}

/** Paths of the sockets that processes have bound, as far as they were bound by a whole path. */
async function boundSockets(): Promise<readonly string[]> {
  const table = await readFile('/proc/net/unix', 'utf8').catch(() => '');
  return table.split('\n').flatMap((line) => / (\/.*)$/.exec(line)?.[1] ?? []);
}

/** The path without symbolic links, where a socket or a pipe is there that this user may write to, also in a sandbox. */
async function reachable(path: string): Promise<string | undefined> {
  try {
    const found = await lstat(path);
    // A link may stay, what it leads to is covered.
    if (found.isSymbolicLink()) return reachable(await realpath(path));
    if (!found.isSocket() && !found.isFIFO()) return undefined;
    await access(path, constants.W_OK);
    const real = join(await realpath(dirname(path)), basename(path));
    return isEntered(real) ? real : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}

async function realFolders(paths: readonly string[]): Promise<readonly string[]> {
  const real = await Promise.all(paths.map((path) => realpath(path).catch(() => undefined)));
  return [...new Set(real.filter((path) => path !== undefined))];
}

/** Looks level by level, so that what lies near is seen before the time is over. */
async function walk(
  roots: readonly string[],
  isOpen: (path: string) => boolean,
  end: number,
): Promise<readonly string[]> {
  const found: string[] = [];
  let level = roots.filter(isOpen);
  for (let deep = 0; deep <= depth; deep += 1) {
    const next: string[] = [];
    for (const folder of level) {
      if (performance.now() > end) return found;
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      const named = entries.map((entry) => ({ entry, path: join(folder, entry.name) }));
      found.push(...named.flatMap(({ entry, path }) => (entry.isSocket() || entry.isFIFO() ? path : [])));
      const folders = named.filter(({ entry }) => entry.isDirectory() && !passedOver.has(entry.name));
      next.push(...folders.map(({ path }) => path).filter(isOpen));
    }
    level = next;
  }
  return found;
}
