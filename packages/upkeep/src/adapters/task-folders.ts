import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectPaths } from '@cw/projects';

export type TaskFolder = { readonly taskId: string; readonly path: string };

/** The worktrees of tasks of a project that are there. */
export function taskFolders(home: string, projectId: string): readonly TaskFolder[] {
  const { worktreesDir } = projectPaths(home, projectId);
  if (!existsSync(worktreesDir)) return [];
  return readdirSync(worktreesDir)
    .filter((name) => name.startsWith('tk_'))
    .map((taskId) => ({ taskId, path: join(worktreesDir, taskId) }));
}

/** Whether the private clone of a project is there. */
export function hasClone(home: string, projectId: string): boolean {
  return existsSync(projectPaths(home, projectId).clone);
}
