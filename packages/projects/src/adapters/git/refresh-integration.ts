import { isFault } from '@cw/kernel';
import { projectPaths } from '../../model/project-paths.ts';
import type { ProjectSource } from '../../model/project-source.ts';
import type { ProjectView } from '../../model/project-view.ts';
import { type Synced, syncIntegration } from './integration-branch.ts';
import { ensureOrigin } from './origin.ts';
import { restoreOwnBranch, type Strayed } from './own-branch.ts';
import { fetchSource } from './private-clone.ts';

export type Refreshed = {
  readonly synced: Synced;
  /** Why the source's new commits could not be fetched, when it is out of reach; work then goes on with what is here. */
  readonly unreachable: string | null;
  /** Set when something other than cw had moved the branch; it was put back first. */
  readonly strayed: Strayed | undefined;
};

/** Fetches what the user has committed since and takes it into the integration branch: before work and before a merge. */
export async function refreshIntegration(home: string, project: ProjectView): Promise<Refreshed> {
  const { clone } = projectPaths(home, project.id);
  const unreachable = await fetchOrReason(clone, project);
  const { integrationBranch, defaultBranch } = project;
  const strayed = await restoreOwnBranch(clone, integrationBranch);
  return { synced: await syncIntegration(clone, integrationBranch, defaultBranch), unreachable, strayed };
}

async function fetchOrReason(clone: string, project: ProjectView): Promise<string | null> {
  try {
    const source: ProjectSource = { kind: project.sourceKind, location: project.source };
    await fetchSource(clone, source);
    await keepOrigin(clone, source, project.defaultBranch);
    return null;
  } catch (error) {
    if (isFault(error) && error.code === 'project.source-unreachable') return error.message;
    throw error;
  }
}

/** No work waits for it: what git cannot write now, because of a lock that was left for example, the next refresh does. */
async function keepOrigin(clone: string, source: ProjectSource, defaultBranch: string): Promise<void> {
  try {
    await ensureOrigin(clone, source, defaultBranch);
  } catch (error) {
    if (!isFault(error)) throw error;
  }
}
