import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, step } from '@cw/kernel';
import type { Scene } from '@cw/storage';
import { projectPaths } from '../model/project-paths.ts';
import type { ProjectView } from '../model/project-view.ts';
import { listProjects } from '../queries/find-project.ts';
import { type LeftStaging, leftStagings } from './git/staging.ts';

/** Whether the repository of each project and its private clone are where they were, and what was left of making clones. */
export async function checkProjects({ read, home, now }: Scene): Promise<readonly Finding[]> {
  const projects = await listProjects(read, home);
  return [
    ...projects.flatMap((project) => [...checkSource(project), ...checkClone(home, project)]),
    ...(await leftStagings(join(home, 'projects'), { now: () => now })).map(leftOver),
  ];
}

function checkSource({ name, source, sourceKind }: ProjectView): readonly Finding[] {
  if (sourceKind !== 'path' || existsSync(source)) return [];
  return [
    {
      check: 'projects.repository',
      level: 'problem',
      thing: name,
      message: `The repository of ${name}, ${source}, is gone; merges cannot be pushed there.`,
      hint: `Move it back there. The private clone in the workspace still has everything cw fetched and made.`,
    },
  ];
}

function checkClone(home: string, { id, name }: ProjectView): readonly Finding[] {
  const { clone } = projectPaths(home, id);
  if (existsSync(`${clone}/HEAD`) && existsSync(`${clone}/objects`)) return [];
  return [
    {
      check: 'projects.clone',
      level: 'problem',
      thing: name,
      message: `The private clone of ${name}, ${clone}, is gone or not a repository.`,
      hint: `Restore the folder from a copy of the workspace's files: backups contain no clones. Unmerged work was only there.`,
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
