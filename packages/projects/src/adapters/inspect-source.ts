import { stat } from 'node:fs/promises';
import { Fault, isFault } from '@cw/kernel';
import type { ProjectSource } from '../model/project-source.ts';
import { mustBeRecentGit } from './git/git-version.ts';
import { inspectRepository, mustBeUsableBranch, refuseBranchNamedCw } from './git/inspect-repository.ts';
import { listRemoteBranches } from './git/private-clone.ts';

/** A source that has been looked at, and the branch that its own work goes to. */
export type InspectedSource = { readonly source: ProjectSource; readonly defaultBranch: string };

/**
 * Looks at what a project is to be made of, before anything is made.
 * @param near a directory that exists, for git to run in
 * @throws Fault as `inspectRepository`; for a URL also `project.source-unreachable`
 */
export async function inspectSource(
  source: ProjectSource,
  defaultBranch: string | undefined,
  near: string,
): Promise<InspectedSource> {
  await mustBeRecentGit(near);
  if (source.kind === 'url') return inspectUrl(source, defaultBranch, near);
  const found = await inspectRepository(source.location, defaultBranch);
  return { source: { kind: 'path', location: found.root }, defaultBranch: found.defaultBranch };
}

async function inspectUrl(source: ProjectSource, wanted: string | undefined, near: string): Promise<InspectedSource> {
  const { branches, head } = await listRemoteBranches(near, source.location);
  if (branches.length === 0) {
    throw new Fault({
      code: 'project.no-commits',
      message: `The repository at ${source.location} has no commits yet, so there is nothing to branch from.`,
      hint: 'Push a first commit there, then add the project again.',
    });
  }
  refuseBranchNamedCw(branches, source.location);
  const guess = head !== undefined && branches.includes(head) ? head : branches.length === 1 ? branches[0] : 'main';
  const branch = wanted ?? guess ?? 'main';
  await mustBeUsableBranch(near, branch, branches);
  return { source, defaultBranch: branch };
}

/**
 * Refuses a context file that cannot be read.
 * @throws Fault `project.context-unreadable`
 */
export async function mustBeFile(path: string): Promise<void> {
  try {
    if ((await stat(path)).isFile()) return;
  } catch (error) {
    if (isFault(error) || !(error instanceof Error && 'code' in error)) throw error;
  }
  throw new Fault({
    code: 'project.context-unreadable',
    message: `Context file ${path} not found.`,
    hint: 'Give the path of an existing context file.',
  });
}
