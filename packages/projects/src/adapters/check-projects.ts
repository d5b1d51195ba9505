import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Fault, type Finding, isFault, step } from '@cw/kernel';
import { type Repair, type Scene, systemClock } from '@cw/storage';
import { projectPaths } from '../model/project-paths.ts';
import { stepsWithoutBranch } from '../model/project-reason.ts';
import type { ProjectView } from '../model/project-view.ts';
import { listProjects } from '../queries/find-project.ts';
import { sourceRef } from './git/integration-branch.ts';
import { isRepository } from './git/out-of-reach.ts';
import { createPrivateClone } from './git/private-clone.ts';
import { readBranchesOf, readRef } from './git/ref-files.ts';
import { isClone } from './git/refresh-integration.ts';
import { type LeftStaging, leftStagings } from './git/staging.ts';

/** Whether the repository of each project, its default branch and its private clone are where they were, and what was left of making clones. */
export async function checkProjects({ read, home, now }: Scene): Promise<readonly Finding[]> {
  const projects = await listProjects(read, home);
  return [
    ...projects.flatMap((project) => [
      ...checkSource(project),
      ...checkBranch(home, project),
      ...checkClone(home, project),
    ]),
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

function checkClone(home: string, project: ProjectView): readonly Finding[] {
  const { id, name } = project;
  const { clone } = projectPaths(home, id);
  if (isClone(clone)) return [];
  const restore = `restore the folder from a copy of the workspace's files, since backups contain no clones`;
  const found = { check: 'projects.clone', level: 'problem', thing: name } as const;
  if (!canCloneAgain(home, project)) {
    const what = existsSync(clone) ? 'is not a repository' : 'is gone';
    const hint = `Unmerged work was only there: ${restore}. Without that folder, and with its repository, it can be cloned again.`;
    return [{ ...found, message: `The private clone of ${name}, ${clone}, ${what}.`, hint }];
  }
  return [
    {
      ...found,
      repair: cloneRepair,
      message: `The private clone of ${name}, ${clone}, is gone.`,
      hint: `Unmerged work was only there. If you need it, ${restore}; otherwise have it cloned again.`,
      next: [step('Clone it again', 'doctor', '--fix')],
    },
  ];
}

const cloneRepair = 'projects.clone';

/** Whether the clone of a project is missing altogether, and there is something to clone. */
function canCloneAgain(home: string, { id, source, sourceKind }: ProjectView): boolean {
  return !existsSync(projectPaths(home, id).clone) && (sourceKind === 'url' || isRepository(source));
}

/** What is mended of projects. */
export const projectRepairs: readonly Repair[] = [
  {
    name: cloneRepair,
    about: 'clone the repositories again whose private clone is gone',
    run: async ({ home, transact }) => {
      const lost = (await transact((tx) => listProjects(tx, home))).filter((project) => canCloneAgain(home, project));
      const faults: Fault[] = [];
      for (const { id, source: location, sourceKind: kind, defaultBranch } of lost) {
        const request = { source: { kind, location }, defaultBranch, projectDir: projectPaths(home, id).dir };
        // One that cannot be reached keeps no other from being cloned.
        await createPrivateClone(request, systemClock).catch((error: unknown) => {
          if (!isFault(error)) throw error;
          faults.push(error);
        });
      }
      const [fault] = faults;
      if (fault !== undefined) throw fault;
      return lost.length;
    },
  },
];

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
