import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Clock, isFault, systemCode } from '@cw/kernel';
import { ifLockFree, namesIn, withFileLock } from '@cw/storage';

const prefix = '.adding-';
/** In the folder itself; who makes the clone holds it, and it is free again however that process dies. */
const lockName = 'adding.lock.db';
/** When one without a lock is taken for left: an earlier version made none. */
const staleAfter = 24 * 60 * 60_000;

/** A folder in which the clone of a project was being made by a process that is gone. */
export type LeftStaging = { readonly path: string; readonly bytes: number };

/** Where the things of a project are made, beside the place where they appear when they are whole. */
export function stagingOf(projectDir: string): string {
  const parent = dirname(projectDir);
  return join(parent, `${prefix}${projectDir.slice(parent.length + 1)}`);
}

/** Does work in a staging folder that is not to be taken for left meanwhile, at the end of which it lies in another place. */
export async function whileStaging(staging: string, projectDir: string, work: () => Promise<void>): Promise<void> {
  await withFileLock(join(staging, lockName), work);
  // SQLite looks for its journal in the place where it made it.
  for (const name of [lockName, `${lockName}-journal`]) await rm(join(projectDir, name), { force: true });
}

/** The staging folders of a workspace that nobody works at any more. Nothing is changed. */
export async function leftStagings(projects: string, clock: Clock): Promise<readonly LeftStaging[]> {
  const left: LeftStaging[] = [];
  for (const name of namesIn(projects)) {
    const path = join(projects, name);
    if (!name.startsWith(prefix)) continue;
    if (await isLeft(path, clock)) left.push({ path, bytes: bytesIn(path) });
  }
  return left;
}

/** Removes a staging folder if nobody works at it. @returns why it stays, if it does */
export async function removeStaging(path: string, clock: Clock): Promise<string | undefined> {
  try {
    const removed = await ifLeft(path, clock, () => rm(path, { recursive: true, force: true, maxRetries: 3 }));
    return removed === undefined ? 'a project is being added there' : undefined;
  } catch (error) {
    if (isFault(error)) return `it could not be removed: ${error.message}`;
    const code = systemCode(error);
    if (code === undefined) throw error;
    return `it could not be removed (${code})`;
  }
}

/** Where its lock cannot be looked at, on a read-only disk for example, nobody can tell. */
async function isLeft(path: string, clock: Clock): Promise<boolean> {
  try {
    return (await ifLeft(path, clock, async () => {})) !== undefined;
  } catch (error) {
    if (isFault(error)) return false;
    throw error;
  }
}

/** One that has vanished, because its project is there by now, was not left. */
async function ifLeft<T>(
  path: string,
  clock: Clock,
  work: () => Promise<T>,
): Promise<{ readonly value: T } | undefined> {
  const lock = join(path, lockName);
  if (existsSync(lock)) return ifLockFree(lock, work);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || clock.now() - found.mtimeMs <= staleAfter) return undefined;
  return { value: await work() };
}

/** What a folder takes up; what vanishes meanwhile is passed over. */
function bytesIn(folder: string): number {
  const names = readdirSync(folder, { encoding: 'utf8', recursive: true });
  const found = names.map((name) => lstatSync(join(folder, name), { throwIfNoEntry: false }));
  return found.reduce((sum, stat) => sum + (stat?.blocks ?? 0) * 512, 0);
}
