import { readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { FolderProject, Workspace } from '@cw/entry';
import { projectAt, type RepositoryPlace } from '@cw/tasks';
import { findRepository, type Repository } from './home.ts';

/**
 * The project of the innermost repository around a folder that belongs to one: the user's own, in any folder or linked worktree
 * of it, a clone of the address that the project was made from, or what cw made for a task.
 */
export async function projectOfFolder(
  { home, storage }: Workspace,
  folder: string,
): Promise<FolderProject | undefined> {
  for (let at = around(folder); at !== undefined; at = outside(at)) {
    const found = await projectAt(storage.read, placeOf(at, home));
    if (found !== undefined) return found;
  }
  return undefined;
}

function outside({ root }: Repository): Repository | undefined {
  return dirname(root) === root ? undefined : around(dirname(root));
}

function around(folder: string): Repository | undefined {
  return orUndefined(() => findRepository(folder));
}

function placeOf({ root, gitDir }: Repository, home: string): RepositoryPlace {
  const main = basename(gitDir) === '.git' ? dirname(gitDir) : gitDir;
  const paths = [root, main, gitDir];
  return {
    sources: [...new Set([...paths, ...paths.map(real), ...remotesOf(gitDir)])],
    cloneOf: real(gitDir).startsWith(`${real(join(home, 'projects'))}/`) ? basename(dirname(gitDir)) : undefined,
  };
}

/** The addresses that a repository fetches from. */
function remotesOf(gitDir: string): readonly string[] {
  const config = orUndefined(() => readFileSync(join(gitDir, 'config'), 'utf8')) ?? '';
  return [...config.matchAll(/^\s*url\s*=\s*(\S+)\s*$/gm)].flatMap(([, url]) => url ?? []);
}

function real(path: string): string {
  return orUndefined(() => realpathSync(path)) ?? path;
}

/** What is not there, or may not be read, tells nothing. */
function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}
