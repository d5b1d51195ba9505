import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Fault, type FaultOptions, isFault } from '@cw/kernel';
import { withoutSecrets } from '../../model/address.ts';
import { ownBranchPrefix } from '../../model/branch-names.ts';
import type { ProjectSource } from '../../model/project-source.ts';
import { asEnd, notTrusted, reasonIn } from './git-failure.ts';

/**
 * Does what speaks to the repository that a project is made of, and tells what is wrong with that where it cannot be done.
 * @throws Fault `project.repository-gone`, `project.not-a-repository`, `project.no-permission`, `project.remote-gone`,
 *   `project.sign-in-refused`, `project.push-refused`, `project.source-unreachable`, and what says that git itself cannot be run
 */
export async function reachable<T>(source: ProjectSource, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isFault(error) || ['git.missing', 'git.no-room'].includes(error.code)) throw error;
    const isOurs = error.code === 'git.no-directory' && (source.kind === 'url' || existsSync(source.location));
    if (isOurs) throw error;
    const said = error.cause instanceof Error ? error.cause.message : error.message;
    const wrong = source.kind === 'path' ? wrongHere(source.location, said) : wrongThere(source.location, said);
    throw new Fault({ ...(refused(source, said) ?? wrong ?? outOfReach(source, said)), cause: error });
  }
}

/** Of a push that the repository itself turned down: by a hook, a protected branch, or the like. */
function refused({ location }: ProjectSource, said: string): FaultOptions | undefined {
  const why = /^ ! \[(?:remote )?rejected\].*\((.+)\)$/m.exec(said)?.[1];
  if (why === undefined) return undefined;
  return {
    code: 'project.push-refused',
    message: `The repository ${withoutSecrets(location)} refused what was pushed: ${asEnd(why)}`,
    hint: `Allow branches below ${ownBranchPrefix} to be pushed there.`,
  };
}

function wrongHere(path: string, said: string): FaultOptions | undefined {
  if (!existsSync(path)) {
    return {
      code: 'project.repository-gone',
      message: `The repository ${path} is gone.`,
      hint: 'Move or mount it back there. Work goes on with what the private clone in the workspace has.',
      kind: 'unavailable',
    };
  }
  const refused = /dubious ownership in repository at '(.+)'/.exec(said)?.[1];
  if (refused !== undefined) return { ...notTrusted(refused), code: 'project.no-permission' };
  if (!isRepository(path)) {
    return {
      code: 'project.not-a-repository',
      message: `${path} is not a git repository any more.`,
      hint: 'Bring the repository back there. Work goes on with what the private clone in the workspace has.',
      kind: 'unavailable',
    };
  }
  if (!/permission denied/i.test(said)) return undefined;
  return {
    code: 'project.no-permission',
    message: `You have no permission to read ${path}: ${asEnd(reasonIn(said))}`,
    hint: 'Check the permissions of the directory and those above it.',
  };
}

/** Whether there is a repository at a path, bare or with a working tree. */
export function isRepository(path: string): boolean {
  return existsSync(join(path, '.git')) || (existsSync(join(path, 'HEAD')) && existsSync(join(path, 'objects')));
}

const signIn =
  /Authentication failed|could not read (Username|Password)|Permission denied \(|HTTP Basic: Access denied|error: 40[13]\b/i;
const missing = /repository .*not found|not found:|does not appear to be a git repository|does not exist|error: 404\b/i;

function wrongThere(url: string, said: string): FaultOptions | undefined {
  const [place, reason] = [withoutSecrets(url), asEnd(reasonIn(said))];
  if (signIn.test(said)) {
    return {
      code: 'project.sign-in-refused',
      message: `git could not sign in at ${place}: ${reason}`,
      hint: `Have git sign in there without a prompt, with a credential helper or an SSH key, so that this works: git ls-remote ${place}`,
      kind: 'unavailable',
    };
  }
  if (!missing.test(said)) return undefined;
  return {
    code: 'project.remote-gone',
    message: `There is no repository at ${place}, or none that you may see: ${reason}`,
    hint: `Check the address and your access, so that this works: git ls-remote ${place}`,
    kind: 'unavailable',
  };
}

function outOfReach({ location }: ProjectSource, said: string): FaultOptions {
  return {
    code: 'project.source-unreachable',
    message: `The repository ${withoutSecrets(location)} could not be reached: ${asEnd(reasonIn(said))}`,
    hint: 'Check the URL, the network and that git can sign in there without a prompt, then try again.',
    kind: 'unavailable',
  };
}
