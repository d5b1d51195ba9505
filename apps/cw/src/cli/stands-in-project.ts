import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isFault } from '@cw/kernel';
import { projectOfFolder } from './folder-project.ts';
import { findHome } from './home.ts';
import type { Terminal } from './terminal.ts';
import { workspaceAt } from './workspace.ts';

/** Whether a line is typed in the repository of a project of the workspace that is meant there. */
export async function standsInProject({ env, cwd }: Pick<Terminal, 'env' | 'cwd'>): Promise<boolean> {
  const home = findHome({ env, cwd });
  if (!existsSync(join(home, 'cw.db'))) return false;
  const workspace = workspaceAt(home);
  try {
    return (await projectOfFolder(workspace, cwd)) !== undefined;
  } catch (error) {
    // Whoever asks for nothing in particular is not told what is wrong with the database.
    if (isFault(error)) return false;
    throw error;
  } finally {
    workspace.close();
  }
}
