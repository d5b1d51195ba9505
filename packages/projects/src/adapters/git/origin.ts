import { join, resolve } from 'node:path';
import type { ProjectSource } from '../../model/project-source.ts';
import { sourceRef } from './integration-branch.ts';
import { git } from './run-git.ts';
import { readIfThere } from './worktree-state.ts';

/** What git says cannot be reached when something pushes to `origin`: cw alone gives branches to the source. */
export const closedToPushes = 'no-push--cw-merges-what-is-committed';

/**
 * Gives a clone what the user's own has: an `origin`, by which submodules with relative addresses are found, and the default branch
 * of it. Nothing can be pushed to that by name, and to fetch from it moves no branch: the branches under it are those of the source.
 */
export async function setOrigin(clone: string, source: ProjectSource, defaultBranch: string): Promise<void> {
  const address = await addressOf(source);
  await git(clone, ['config', 'remote.origin.url', address]);
  await git(clone, ['config', 'remote.origin.pushurl', closedToPushes]);
  await git(clone, ['symbolic-ref', originHead, sourceRef(defaultBranch)]);
}

const originHead = sourceRef('HEAD');

/** Where the user's repository came from, without the password or token in it; the repository itself where it came from nowhere. */
async function addressOf({ kind, location }: ProjectSource): Promise<string> {
  if (kind === 'url') return location;
  const { exitCode, stdout } = await git(location, ['config', '--get', 'remote.origin.url'], { accept: [1] });
  const address = stdout.trim();
  if (exitCode !== 0 || address === '') return location;
  const isRelative = !address.startsWith('/') && !/^[^/]*:/.test(address);
  return isRelative ? resolve(location, address) : address.replace(/^(https?:\/\/)[^/@]*@/, '$1');
}

/** The same for a clone that an earlier version made without one. */
export async function ensureOrigin(clone: string, source: ProjectSource, defaultBranch: string): Promise<void> {
  const config = await readIfThere(join(clone, 'config'));
  if (config === undefined || config.includes('[remote "origin"]')) return;
  await setOrigin(clone, source, defaultBranch);
}
