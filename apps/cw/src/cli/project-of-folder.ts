import { sep } from 'node:path';
import type { CliContext } from '@cw/entry';
import { listProjects, type ProjectView } from '@cw/projects';

/** The project in whose repository one stands. */
export async function projectOfFolder({
  workspace,
  cwd,
}: Pick<CliContext, 'workspace' | 'cwd'>): Promise<ProjectView | undefined> {
  const projects = await listProjects(workspace.storage.read, workspace.home);
  return projects.find(
    ({ source, sourceKind }) => sourceKind === 'path' && (cwd === source || cwd.startsWith(`${source}${sep}`)),
  );
}
