import { Fault, isFault } from '@cw/kernel';
import { projectPaths } from '../../model/project-paths.ts';
import type { SourceTrouble } from '../../model/project-reason.ts';
import type { ProjectSource } from '../../model/project-source.ts';
import type { ProjectView } from '../../model/project-view.ts';
import { withoutClone } from '../../model/without-clone.ts';
import { whyUnusable } from './clone-state.ts';
import { type Synced, sourceRef, syncIntegration } from './integration-branch.ts';
import { ensureOrigin } from './origin.ts';
import { restoreOwnBranch, type Strayed } from './own-branch.ts';
import { fetchSource } from './private-clone.ts';
import { findCommit, isAncestor } from './refs.ts';
import { findRewritten, type Rewritten } from './rewritten-history.ts';
import { noteTaken, takenRef } from './taken.ts';

export type Refreshed = {
  readonly synced: Synced;
  /** What is wrong with the source: its new commits could not be fetched, or miss the default branch. Work goes on with what is here. */
  readonly trouble: SourceTrouble | undefined;
  /** Set when something other than cw had moved the branch; it was put back first. */
  readonly strayed: Strayed | undefined;
  /** Branches of the source that no longer have what was taken from them; nothing is taken from those until a person has decided. */
  readonly rewritten: readonly Rewritten[];
};

/**
 * Fetches what the user has committed since and takes it into the integration branch: before work and before a merge.
 * @throws Fault `project.clone-gone`
 */
export async function refreshIntegration(home: string, project: ProjectView): Promise<Refreshed> {
  const { clone } = projectPaths(home, project.id);
  const unusable = whyUnusable(clone);
  if (unusable !== undefined) throw cloneGone(project.name, clone, unusable);
  const { integrationBranch, defaultBranch } = project;
  await noteKnown(clone, project);
  const trouble = await fetchOrTrouble(clone, project);
  const strayed = await restoreOwnBranch(clone, integrationBranch);
  const found = await Promise.all([defaultBranch, integrationBranch].map((branch) => findRewritten(clone, branch)));
  const rewritten = found.filter((each) => each !== undefined);
  const except = rewritten.map(({ branch }) => branch);
  const synced = await syncIntegration(clone, { branch: integrationBranch, defaultBranch, except });
  return { synced, trouble, strayed, rewritten };
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

function cloneGone(project: string, clone: string, why: string): Fault {
  return new Fault({
    code: 'project.clone-gone',
    message: `The private clone of ${project}, ${clone}, ${why}.`,
    ...withoutClone,
    kind: 'unavailable',
  });
}

async function fetchOrTrouble(clone: string, project: ProjectView): Promise<SourceTrouble | undefined> {
  const { source: location, sourceKind: kind, defaultBranch: branch } = project;
  const source: ProjectSource = { kind, location };
  await keepOrigin(clone, source, branch);
  try {
    await fetchSource(clone, source);
  } catch (error) {
    if (!isFault(error) || !error.code.startsWith('project.')) throw error;
    const { code: fault, message, hint } = error;
    return { code: 'project.out-of-reach', fault, message, hint };
  }
  if ((await findCommit(clone, sourceRef(branch))) !== undefined) return undefined;
  return { code: 'project.default-branch-gone', branch, source: location, project: project.name };
}

/** No work waits for it: what git cannot write now, because of a lock that was left for example, the next refresh does. */
async function keepOrigin(clone: string, source: ProjectSource, defaultBranch: string): Promise<void> {
  try {
    await ensureOrigin(clone, source, defaultBranch);
  } catch (error) {
    if (!isFault(error)) throw error;
  }
}
