import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, step } from '@cw/kernel';
import type { Scene } from '@cw/storage';
import { projectPaths } from '../model/project-paths.ts';
import { stepsWithoutBranch } from '../model/project-reason.ts';
import type { ProjectView } from '../model/project-view.ts';
import { listProjects } from '../queries/find-project.ts';
import { checkClones } from './check-clones.ts';
import { isClone } from './git/clone-state.ts';
import { sourceRef } from './git/integration-branch.ts';
import { isRepository } from './git/out-of-reach.ts';
import { readBranchesOf, readRef } from './git/ref-files.ts';
import { type LeftStaging, leftStagings } from './git/staging.ts';

/** Whether the repository of each project, its default branch and its private clone are where they were, and what was left of making clones. */
export async function checkProjects({ read, home, now, served }: Scene): Promise<readonly Finding[]> {
  const projects = await listProjects(read, home);
  return [
    ...projects.flatMap((project) => [...checkSource(project), ...checkBranch(home, project)]),
    ...(await checkClones(projects, { home, served })),
    ...(await leftStagings(join(home, 'projects'), { now: () => now })).map(leftOver),
  ];
}

function checkSource({ name, source, sourceKind }: ProjectView): readonly Finding[] {
  if (sourceKind !== 'path' || isRepository(source)) return [];
  const what = existsSync(source) ? 'is not a git repository any more' : 'is gone';
  return [
    {
      check: 'projects.repository',
      level: 'problem',
      thing: name,
      message: `The repository of ${name}, ${source}, ${what}; merges cannot be pushed there.`,
      hint: `Move it back there. The private clone in the workspace still has everything cw fetched and made.`,
    },
  ];
}

/** Of a repository elsewhere it is known what the last fetch brought. What the files do not say is left to the next fetch. */
function checkBranch(home: string, project: ProjectView): readonly Finding[] {
  const { id, name, source, sourceKind, defaultBranch: branch } = project;
  const { clone } = projectPaths(home, id);
  const isGone =
    sourceKind === 'path'
      ? isRepository(source) && readBranchesOf(source)?.has(`refs/heads/${branch}`) === false
      : isClone(clone) && readRef(clone, sourceRef(branch)) === 'absent';
  if (!isGone) return [];
  return [
    {
      check: 'projects.default-branch',
      level: 'problem',
      thing: name,
      message: `The default branch ${branch} of ${name} is gone from ${source}; nothing new of it is taken in.`,
      hint: `Bring it back there, or choose another one.`,
      next: stepsWithoutBranch(name),
    },
  ];
}

function leftOver({ path, bytes }: LeftStaging): Finding {
  return {
    check: 'projects.unfinished',
    level: 'notice',
    thing: path,
    message: `${path} was left by a process that was killed while adding a project; it takes up ${Math.ceil(bytes / 1000)} kB.`,
    hint: 'Nothing uses it, and the project can be added again. Clean-up removes it.',
    next: [step('See what clean-up would remove', 'cleanup', '--dry-run')],
  };
}
