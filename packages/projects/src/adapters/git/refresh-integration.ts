import { isFault } from '@cw/kernel';
import { projectPaths } from '../../model/project-paths.ts';
import type { ProjectView } from '../../model/project-view.ts';
import { type Synced, sourceRef, syncIntegration } from './integration-branch.ts';
import { ensureOrigin } from './origin.ts';
import { restoreOwnBranch, type Strayed } from './own-branch.ts';
import { fetchSource } from './private-clone.ts';
import { findCommit, isAncestor } from './refs.ts';
import { findRewritten, type Rewritten } from './rewritten-history.ts';
import { noteTaken, takenRef } from './taken.ts';

export type Refreshed = {
  readonly synced: Synced;
  /** Why the source's new commits could not be fetched, when it is out of reach; work then goes on with what is here. */
  readonly unreachable: string | null;
  /** Set when something other than cw had moved the branch; it was put back first. */
  readonly strayed: Strayed | undefined;
  /** Branches of the source that no longer have what was taken from them; nothing is taken from those until a person has decided. */
  readonly rewritten: readonly Rewritten[];
};

/** Fetches what the user has committed since and takes it into the integration branch: before work and before a merge. */
export async function refreshIntegration(home: string, project: ProjectView): Promise<Refreshed> {
  const { clone } = projectPaths(home, project.id);
  const { integrationBranch, defaultBranch } = project;
  await noteKnown(clone, project);
  const unreachable = await fetchOrReason(clone, project);
  const strayed = await restoreOwnBranch(clone, integrationBranch);
  const found = await Promise.all([defaultBranch, integrationBranch].map((branch) => findRewritten(clone, branch)));
  const rewritten = found.filter((each) => each !== undefined);
  const except = rewritten.map(({ branch }) => branch);
  const synced = await syncIntegration(clone, { branch: integrationBranch, defaultBranch, except });
  return { synced, unreachable, strayed, rewritten };
}

/** A clone of an earlier version has no note of what was taken in: that is what the integration branch holds. */
async function noteKnown(clone: string, { integrationBranch, defaultBranch }: ProjectView): Promise<void> {
  for (const branch of [defaultBranch, integrationBranch]) {
    if ((await findCommit(clone, takenRef(branch))) !== undefined) continue;
    const known = await findCommit(clone, sourceRef(branch));
    const tip = await findCommit(clone, `refs/heads/${integrationBranch}`);
    if (known === undefined || tip === undefined) continue;
    if (await isAncestor(clone, known, tip)) await noteTaken(clone, branch, known);
  }
}

async function fetchOrReason(clone: string, project: ProjectView): Promise<string | null> {
  try {
    const source = { kind: project.sourceKind, location: project.source };
    await fetchSource(clone, source);
    await ensureOrigin(clone, source, project.defaultBranch);
    return null;
  } catch (error) {
    if (isFault(error) && error.code === 'project.source-unreachable') return error.message;
    throw error;
  }
}
