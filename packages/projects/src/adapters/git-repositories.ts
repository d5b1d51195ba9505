import { mkdir, rm } from 'node:fs/promises';
import type { Clock } from '@cw/kernel';
import { projectPaths } from '../model/project-paths.ts';
import type { ProjectSource } from '../model/project-source.ts';
import { createPrivateClone } from './git/private-clone.ts';
import { type InspectedSource, inspectSource, mustBeFile } from './inspect-source.ts';

export type Repositories = ReturnType<typeof gitRepositories>;

/** The repositories that projects are made of, and the private clones of them. */
export function gitRepositories(home: string, clock: Clock) {
  return {
    /**
     * Looks at what a project is to be made of; makes nothing.
     * @throws Fault that names what is wrong with the source or the branch
     */
    inspect: async (source: ProjectSource, defaultBranch: string | undefined): Promise<InspectedSource> => {
      await mkdir(home, { recursive: true, mode: 0o700 });
      return inspectSource(source, defaultBranch, home);
    },
    /**
     * Makes a project's private clone and its folders: all at once or not at all.
     * @throws Fault `project.source-unreachable` or `git.*`
     */
    clone: (projectId: string, inspected: InspectedSource) =>
      createPrivateClone({ ...inspected, projectDir: projectPaths(home, projectId).dir }, clock),
    /** Takes away what `clone` made for a project that was not added after all. */
    discard: (projectId: string) => rm(projectPaths(home, projectId).dir, { recursive: true, force: true }),
    /** @throws Fault `project.context-unreadable` */
    mustBeFile,
  };
}
