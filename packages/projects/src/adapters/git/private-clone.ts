import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Clock, isFault } from '@cw/kernel';
import { integrationBranch } from '../../model/branch-names.ts';
import type { ProjectSource } from '../../model/project-source.ts';
import { isGitsNo } from './git-failure.ts';
import { ensureIntegrationBranch, sourceRef } from './integration-branch.ts';
import { setOrigin } from './origin.ts';
import { otherEnd, type Trust, trustIn } from './other-owner.ts';
import { reachable } from './out-of-reach.ts';
import { tipRef } from './own-branch.ts';
import { readBranchesOf, readRef, readRefsBelow } from './ref-files.ts';
import { listRefs } from './refs.ts';
import { git, gitLine } from './run-git.ts';
import { leftStagings, removeStaging, stagingOf, whileStaging } from './staging.ts';
import { readIfThere } from './worktree-state.ts';

const transferTimeout = 30 * 60_000;
/** git makes a new repository before it knows how closed that is to be. */
const closedToOthers = ['/bin/sh', '-c', 'umask 077 && exec "$@"', 'sh'];

/** Configuration of every clone; it holds for its working trees too. */
const cloneConfig = [
  'core.logAllRefUpdates=true',
  // What is called committed must survive a power cut; git by itself leaves loose objects and refs to chance.
  'core.fsync=committed,reference',
  'core.fsyncMethod=batch',
  // What git makes in it is for its user alone, whatever the user's umask; files of working trees go by the umask.
  'core.sharedRepository=0600',
  // Objects that only cw's own refs and reflogs hold are not to be tidied away under a running agent.
  'gc.auto=0',
] as const;

export type CloneRequest = {
  readonly source: ProjectSource;
  readonly defaultBranch: string;
  /** The project's folder in the workspace; `repo.git` and `worktree-files` are made in it. */
  readonly projectDir: string;
};

/**
 * Makes a project's private, bare clone with its integration branch, and the folder for prepared files. All of it
 * appears at once or not at all, whenever the process dies. A project that has lost its clone keeps what else is in its folder.
 * @throws Fault as `reachable`, or `git.*`
 */
export async function createPrivateClone(request: CloneRequest, clock: Clock): Promise<void> {
  const parent = dirname(request.projectDir);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  for (const { path } of await leftStagings(parent, clock)) await removeStaging(path, clock);
  const staging = stagingOf(request.projectDir);
  try {
    await mkdir(staging, { mode: 0o700 });
    await whileStaging(staging, request.projectDir, async () => {
      await mkdir(join(staging, 'worktree-files'), { mode: 0o700 });
      const clone = join(staging, 'repo.git');
      await transfer(request.source, staging);
      await standApart(clone, request.source);
      await setOrigin(clone, request.source, request.defaultBranch);
      await ensureIntegrationBranch(clone, integrationBranch, request.defaultBranch);
      await git(clone, ['symbolic-ref', 'HEAD', `refs/heads/${integrationBranch}`]);
      await putInPlace(staging, request.projectDir);
    });
    await rm(staging, { recursive: true, force: true });
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    throw error;
  }
}

async function putInPlace(staging: string, projectDir: string): Promise<void> {
  if (existsSync(projectDir)) await rename(join(staging, 'repo.git'), join(projectDir, 'repo.git'));
  else await rename(staging, projectDir);
}

async function transfer(source: ProjectSource, staging: string): Promise<void> {
  const config = cloneConfig.flatMap((setting) => ['--config', setting]);
  const trust = await trustIn(source);
  const how = ['--quiet', '--bare', '--template=', ...uploadPack(trust), ...config];
  const clone = (more: readonly string[]) =>
    git(staging, [...trust.options, 'clone', ...how, ...more, '--', source.location, 'repo.git'], {
      network: true,
      timeout: transferTimeout,
      within: closedToOthers,
    });
  if (source.kind === 'url') {
    await reachable(source, () => clone([]));
    return;
  }
  try {
    await clone(['--local']);
  } catch (error) {
    if (!isFault(error) || !isGitsNo(error)) throw error;
    // Objects that cannot be linked (a symbolic link among them, another owner) are copied by git's own transport.
    await rm(join(staging, 'repo.git'), { recursive: true, force: true });
    await clone(['--no-local']);
  }
}

function uploadPack({ settings }: Trust): readonly string[] {
  return settings.length === 0 ? [] : [`--upload-pack=${otherEnd('upload-pack', settings)}`];
}

/** The source's branches become remote-tracking ones, and nothing is left of the remote that git itself made of it. */
async function standApart(clone: string, source: ProjectSource): Promise<void> {
  const commands = [];
  for (const [ref, commit] of await listRefs(clone, 'refs/heads')) {
    commands.push(
      `create refs/remotes/origin/${ref.slice('refs/heads/'.length)} ${commit}\n`,
      `delete ${ref} ${commit}\n`,
    );
  }
  await git(clone, ['update-ref', '--stdin'], { input: commands.join('') });
  await git(clone, ['config', '--remove-section', 'remote.origin'], { accept: [128] });
  if (source.kind === 'path') await copyIdentity(source.location, clone);
}

/** A name set for the source alone is used for what is committed on its behalf too. */
async function copyIdentity(source: string, clone: string): Promise<void> {
  const args = ['config', '--local', '--null', '--get-regexp', '^user\\.(name|email)$'];
  const { stdout } = await git(source, args, { accept: [1] });
  const found = stdout.split('\0').map((entry) => entry.split('\n'));
  for (const [key = '', ...value] of found) if (key !== '') await git(clone, ['config', key, value.join('\n')]);
}

/**
 * Takes in what is new in the source, under `refs/remotes/origin/`. Nothing of the clone's own branches moves.
 * @throws Fault as `reachable`
 */
export async function fetchSource(clone: string, source: ProjectSource): Promise<void> {
  await closeToOthers(clone);
  if (source.kind === 'path' && hasAll(clone, source.location)) return;
  const trust = await trustIn(source);
  const args = [
    'fetch',
    ...uploadPack(trust),
    '--quiet',
    '--prune',
    '--no-write-fetch-head',
    '--no-auto-gc',
    '--no-recurse-submodules',
  ];
  await reachable(source, () =>
    git(clone, [...args, '--', source.location, '+refs/heads/*:refs/remotes/origin/*'], {
      network: true,
      timeout: transferTimeout,
    }),
  );
}

/** A clone that an earlier version made leaves the modes of its files to the umask. */
async function closeToOthers(clone: string): Promise<void> {
  const config = await readIfThere(join(clone, 'config'));
  if (config === undefined || /^\s*sharedrepository\s*=/im.test(config)) return;
  await git(clone, ['config', 'core.sharedRepository', '0600']);
}

/**
 * True when the clone has every branch of the source as it is there, and no other: four programs less to start. A branch
 * that is where cw itself put it was never new. What cannot be read is git's to complain about.
 */
function hasAll(clone: string, location: string): boolean {
  try {
    const theirs = readBranchesOf(location);
    const ours = theirs && readRefsBelow(clone, 'refs/remotes/origin/');
    if (theirs === undefined || ours === undefined) return false;
    const branches = [...theirs].map(([ref, tip]) => ({ name: ref.slice('refs/heads/'.length), tip }));
    const names = new Set(branches.map(({ name }) => sourceRef(name)));
    return (
      [...ours.keys()].every((ref) => names.has(ref)) &&
      branches.every(({ name, tip }) => ours.get(sourceRef(name)) === tip || wasPutAt(clone, name, tip))
    );
  } catch {
    return false;
  }
}

function wasPutAt(clone: string, branch: string, tip: string): boolean {
  const put = readRef(clone, tipRef(branch));
  return typeof put === 'object' && put.commit === tip;
}

/**
 * The branches of a source that is not on this machine, and the one its HEAD names.
 * @throws Fault as `reachable`
 */
export async function listRemoteBranches(
  dir: string,
  url: string,
): Promise<{ readonly branches: readonly string[]; readonly head: string | undefined }> {
  const lines = await reachable({ kind: 'url', location: url }, () =>
    gitLine(dir, ['ls-remote', '--symref', '--', url, 'HEAD', 'refs/heads/*'], { network: true, timeout: 60_000 }),
  );
  const head = /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(lines)?.[1];
  return { branches: [...lines.matchAll(/\trefs\/heads\/(\S+)$/gm)].flatMap((match) => match[1] ?? []), head };
}
