import { mkdir, rm } from 'node:fs/promises';
import type { Clock } from '@cw/kernel';
import { projectPaths } from '../model/project-paths.ts';
import type { Repositories } from '../ports/repositories.ts';
import { createPrivateClone } from './git/private-clone.ts';
import { inspectSource, mustBeFile } from './inspect-source.ts';

export function gitRepositories(home: string, clock: Clock): Repositories {
  return {
    inspect: async (source, defaultBranch) => {
      await mkdir(home, { recursive: true, mode: 0o700 });
      return inspectSource(source, defaultBranch, home);
    },
    clone: (projectId, inspected) =>
      createPrivateClone({ ...inspected, projectDir: projectPaths(home, projectId).dir }, clock),
    discard: (projectId) => rm(projectPaths(home, projectId).dir, { recursive: true, force: true }),
    mustBeFile,
  };
}
