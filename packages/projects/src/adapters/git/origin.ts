import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { systemCode } from '@cw/kernel';
import { withoutSecrets } from '../../model/address.ts';
import type { ProjectSource } from '../../model/project-source.ts';
import { sourceRef } from './integration-branch.ts';
import { linkedGitDir } from './ref-files.ts';
import { git } from './run-git.ts';
import { readIfThere } from './worktree-state.ts';

/** What git says cannot be reached when something pushes to `origin`: cw alone gives branches to the source. */
export const closedToPushes = 'no-push--cw-merges-what-is-committed';

const originHead = sourceRef('HEAD');

/**
 * Gives a clone what the user's own has: an `origin`, by which submodules with relative addresses are found, and the default branch
 * of it. Nothing can be pushed to that by name, and to fetch from it moves no branch: the branches under it are those of the source.
 */
export async function setOrigin(clone: string, source: ProjectSource, defaultBranch: string): Promise<void> {
  await setValue(clone, 'url', await addressOf(source));
  await setValue(clone, 'pushurl', closedToPushes);
  await git(clone, ['symbolic-ref', originHead, sourceRef(defaultBranch)]);
}

/** How the files were that say what the origin is, when it was last seen to be right, by clone. */
const seen = new Map<string, string>();

/**
 * Brings the origin of a clone up to date: one that an earlier version made without, one that an agent has changed, and one whose source
 * has another by now. It costs nothing while the configuration of both stays as it is. A source that is gone leaves it as it was.
 */
export async function ensureOrigin(clone: string, source: ProjectSource, defaultBranch: string): Promise<void> {
  const state = await stateOf(clone, source, defaultBranch);
  if (state === undefined || seen.get(clone) === state) return;
  const [urls, pushUrls] = [await valuesOf(clone, 'url'), await valuesOf(clone, 'pushurl')];
  const address = isThere(source) ? await addressOf(source) : (urls[0] ?? source.location);
  if (!isOnly(urls, address)) await setValue(clone, 'url', address);
  if (!isOnly(pushUrls, closedToPushes)) await setValue(clone, 'pushurl', closedToPushes);
  const head = await readIfThere(join(clone, originHead));
  if (head !== `ref: ${sourceRef(defaultBranch)}\n`) {
    await git(clone, ['symbolic-ref', originHead, sourceRef(defaultBranch)]);
  }
  const after = await stateOf(clone, source, defaultBranch);
  if (after !== undefined) seen.set(clone, after);
}

/** Undefined of a clone that is gone. */
async function stateOf(clone: string, source: ProjectSource, defaultBranch: string): Promise<string | undefined> {
  const own = stampOf(join(clone, 'config'));
  if (own === undefined) return undefined;
  const theirs =
    source.kind === 'url'
      ? source.location
      : configsOf(source.location)
          .map((path) => stampOf(path) ?? '')
          .join();
  return [own, theirs, defaultBranch, await readIfThere(join(clone, originHead))].join('\n');
}

/** Where the configuration of a repository can be: beside a working tree or in a bare one. */
function configsOf(location: string): readonly string[] {
  const apart = linkedGitDir(location);
  const places = [location, join(location, '.git'), ...(apart === undefined ? [] : [apart, resolve(apart, '../..')])];
  return [...places.slice(0, 2), ...places.map((place) => join(place, 'config'))];
}

/** Undefined of what is not there. */
function stampOf(path: string): string | undefined {
  const found = statsOf(path);
  if (found === undefined) return undefined;
  return found.isDirectory() ? 'folder' : `${found.ino} ${found.size} ${found.mtimeNs}`;
}

/** What lies below a file is not there either. */
function statsOf(path: string) {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    if (systemCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

function isThere({ kind, location }: ProjectSource): boolean {
  return kind === 'url' || stampOf(location) !== undefined;
}

/** Where the user's repository came from, without the password or token in it; the repository itself where it came from nowhere. */
async function addressOf({ kind, location }: ProjectSource): Promise<string> {
  if (kind === 'url') return withoutSecrets(location);
  const [address = ''] = await valuesOf(location, 'url');
  if (address === '') return location;
  const isRelative = !address.startsWith('/') && !/^[^/]*:/.test(address);
  return isRelative ? resolve(location, address) : withoutSecrets(address);
}

async function valuesOf(repository: string, name: 'url' | 'pushurl'): Promise<readonly string[]> {
  const answer = await git(repository, ['config', '--null', '--get-all', `remote.origin.${name}`], { accept: [1] });
  return answer.exitCode === 0 ? answer.stdout.split('\0').slice(0, -1) : [];
}

function isOnly(values: readonly string[], wanted: string): boolean {
  return values.length === 1 && values[0] === wanted;
}

async function setValue(clone: string, name: 'url' | 'pushurl', value: string): Promise<void> {
  await git(clone, ['config', '--replace-all', `remote.origin.${name}`, value]);
}
