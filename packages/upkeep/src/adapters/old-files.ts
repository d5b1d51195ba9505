import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Instant } from '@cw/kernel';
import { projectPaths } from '@cw/projects';

export type OldFile = { readonly path: string; readonly name: string; readonly bytes: number; readonly at: Instant };

/** Reports of crashes of this program, with when each was written. */
export function crashReports(home: string): readonly OldFile[] {
  return filesIn(join(home, 'crashes'));
}

/** What agents had put in the place of their worktrees, or of a `.git` in them, and was moved away. */
export function setAsideThings(home: string, projectId: string): readonly OldFile[] {
  return filesIn(join(projectPaths(home, projectId).dir, 'set-aside'));
}

function filesIn(folder: string): readonly OldFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const found = statSync(path, { throwIfNoEntry: false });
    return found === undefined ? [] : [{ path, name, bytes: found.size, at: found.mtimeMs }];
  });
}

/** Removes such a thing with all that is in it. @returns why it could not be removed, if it could not */
export function removeOld({ path }: OldFile): string | undefined {
  try {
    rmSync(path, { recursive: true, force: true });
    return undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return `it could not be removed (${String(error.code)})`;
    throw error;
  }
}
